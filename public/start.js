// For browsers that cannot read the application, in words that every browser can read: without this they would show an
// empty page and say nothing. Also where a part of the application does not arrive.
addEventListener(
  'error',
  function (event) {
    var root = document.getElementById('root')
    var failed = event.target === window || (event.target && event.target.type === 'module')
    if (failed && root && !root.firstChild) document.getElementById('not-started').hidden = false
  },
  true,
)
if (!('noModule' in document.createElement('script'))) {
  document.getElementById('not-started').hidden = false
}
