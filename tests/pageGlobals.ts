// WebKit and Chrome before 124 do not iterate streams: code of pages that did would fail there, and here as well.
Reflect.deleteProperty(ReadableStream.prototype, Symbol.asyncIterator)
Reflect.deleteProperty(ReadableStream.prototype, 'values')
// The threads of a test run would hear each other: a sign-out in one file would end the sessions of others.
Reflect.deleteProperty(globalThis, 'BroadcastChannel')
