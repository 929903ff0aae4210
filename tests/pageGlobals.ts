// WebKit and Chrome before 124 do not iterate streams: code of pages that did would fail there, and here as well.
Reflect.deleteProperty(ReadableStream.prototype, Symbol.asyncIterator)
Reflect.deleteProperty(ReadableStream.prototype, 'values')

// They reach the threads of other files: tests that need them stub them.
Reflect.deleteProperty(globalThis, 'BroadcastChannel')
Reflect.deleteProperty(Navigator.prototype, 'locks')
