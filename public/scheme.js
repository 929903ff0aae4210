// Light or dark as chosen, before anything is painted: on pages of the account (src/ui/theme/scheme.ts). Colours as in
// src/ui/theme/start.css.
try {
  var scheme = localStorage.getItem('sealpost-scheme')
  if ((scheme === 'light' || scheme === 'dark') && !/^\/(upload|download)\//.test(location.pathname)) {
    var dark = scheme === 'dark'
    var background = dark ? '#0f1422' : '#faf9f6'
    document.querySelector('meta[name="color-scheme"]').content = scheme
    document.querySelectorAll('meta[name="theme-color"]').forEach(function (one) {
      one.content = background
    })
    var sheet = new CSSStyleSheet()
    sheet.replaceSync(
      'body{background:' +
        background +
        '}' +
        (dark
          ? '.splash{border-color:#2b3349;color:#f4f2ec}.splash .disc,.splash .rim{fill:#d8493d}.splash .fold{fill:#ffa99d}'
          : '.splash{border-color:#e4e1d9;color:#141b2e}.splash .disc,.splash .rim{fill:#b3261e}.splash .fold{fill:#e8806f}'),
    )
    document.adoptedStyleSheets = [sheet]
  }
} catch (error) {
  // The page follows the system.
}
