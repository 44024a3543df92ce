// A game of random events: what goes wrong with its fold, its undo and its replay.
(async (seed) => {
  const [{ generator, shuffled }, { apply, fold, EMPTY, seenIn }, { Session, sessionText, readSession }] =
    await Promise.all(["chance", "fold", "sessions"].map((name) => import(`/static/${name}.js`)));
  const frozen = (value) => {
    if (value && typeof value === "object" && !Object.isFrozen(value)) Object.values(Object.freeze(value)).forEach(frozen);
    return value;
  };
  const next = generator(seed);
  const upTo = (count) => Math.floor(next() * count);
  const any = (list) => list[upTo(list.length)];
  const cards = Array.from({ length: 30 }, (_, at) => `main/c${at}`);
  const pile = (list) => ({ kind: "pile", name: "", at: [50, 50], turn: 0, fan: false, board: false, up: false, cards: list });
  const deal = { do: "deal", setup: "x", title: "x", seed, size: [600, 400], hands: [cards.slice(0, 5), cards.slice(5, 10)], things: [["t1", pile(cards.slice(10))]] };
  const session = new Session({ game: "g", title: "G" });
  const all = (state) => [...Object.values(state.hands).flat(), ...Object.values(state.things).flatMap((thing) => thing.cards ?? [])].map(({ c }) => c).sort().join();
  session.add(deal);
  const whole = all(frozen(session.state));
  const wrong = [];
  // an order of a pile's cards, which now and then is none
  const orderOf = (thing) => shuffled(Array.from({ length: (session.state.things[thing]?.cards?.length ?? 2) + (next() < 0.1 ? 1 : 0) }, (_, index) => index), String(next()));
  const event = (at) => {
    const { things } = session.state;
    const thing = next() < 0.05 ? "t999" : any(Object.keys(things));
    const place = next() < 0.4 ? { hand: 1 + upTo(3) } : { pile: thing };
    const other = any([{ hand: 1 + upTo(2), index: upTo(3) }, { pile: any(Object.keys(things)) }, { id: `n${at}`, at: [next() * 700 - 50, next() * 500] }]);
    const count = 1 + upTo(3);
    return any([
      { do: "carry", from: place, cards: Array.from({ length: count }, () => upTo(8)), to: other, ...(next() < 0.5 ? { up: next() < 0.5 } : {}) },
      { do: "carry", from: place, cards: [0], to: other },
      { do: "dealOut", thing, count: 1 }, { do: "move", thing, at: [next() * 900, next() * 900] }, { do: "flip", thing },
      { do: "turnUp", thing, card: upTo(4) }, { do: "turn", thing, by: any([90, -90]) }, { do: "fan", thing, on: next() < 0.5 },
      { do: "shuffle", thing, seed: String(at) }, { do: "shuffle", thing, order: orderOf(thing) }, { do: "roll", thing, seed: String(at) }, { do: "count", thing, by: upTo(9) - 4 },
      { do: "add", id: `a${at}`, thing: any([{ kind: "die", at: [9, 9], sides: 6, value: 1 }, { kind: "counter", at: [9, 9], name: "P", value: 0 }, { kind: "note", at: [9, 9], text: "n" }]) },
      { do: "write", thing, text: `w${at}` }, { do: "remove", thing }, { do: "next" }, { do: "nothing of ours" },
    ]);
  };
  for (let at = 0; at < 500; at++) {
    const before = session.state;
    const added = session.add(frozen(event(at)));
    frozen(session.state);
    if (added === (session.state === before)) wrong.push(`event ${at} changed nothing and was kept`);
    if (all(session.state) !== whole) wrong.push(`event ${at} lost or made a card`);
    if (added && next() < 0.2) {
      const now = session.state;
      session.go(session.at - 1);
      if (session.state !== before) wrong.push(`undo of event ${at}`);
      session.go(session.at + 1);
      if (session.state !== now) wrong.push(`redo of event ${at}`);
    }
  }
  const sorted = (value) => (value?.constructor === Object ? Object.fromEntries(Object.keys(value).sort().map((key) => [key, value[key]])) : value);
  const said = (value) => JSON.stringify(value, (key, each) => sorted(each));
  const same = (one, two) => said(one) === said(two);
  const { session: read, why } = readSession(sessionText(session.wholeData));
  if (why) wrong.push(why);
  if (!same(fold(session.events), session.state)) wrong.push("the fold of all events");
  if (!same(new Session(read).state, session.state)) wrong.push("the session that was saved");
  for (let at = 1; at <= session.events.length; at += 37) {
    if (!same(fold(read.events.slice(0, at)), session.states[at])) wrong.push(`the replay at ${at}`);
  }
  return { events: session.events, state: session.state, wrong, moves: session.events.length, kinds: [...new Set(session.events.map((each) => each.do))].length, seen: seenIn(session.events).seen.size };
})
