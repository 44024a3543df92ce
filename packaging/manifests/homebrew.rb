# For Homebrew, in a tap of one's own as Formula/cardgen.rb. Filled in by packaging/fill_manifests.py, and untried.
class Cardgen < Formula
  desc "Print-and-play cards: YAML and SVG templates in, printable sheets out"
  homepage "$repository"
  version "$version"
  license all_of: ["MIT", "CC-BY-4.0", "OFL-1.1", "Zlib"]

  on_macos do
    depends_on arch: :arm64
    url "$repository/releases/download/v$version/cardgen-macos-arm64.tar.gz"
    sha256 "$macos_hash"
  end

  on_linux do
    depends_on arch: :x86_64
    url "$repository/releases/download/v$version/cardgen-linux-x86_64.tar.gz"
    sha256 "$linux_hash"
  end

  def install
    libexec.install Dir["*"]
    bin.write_exec_script libexec/"cardgen"
  end

  test do
    system bin/"cardgen", "new", "game"
    cd("game") { system bin/"cardgen", "build", "--paper", "a4" }
  end
end
