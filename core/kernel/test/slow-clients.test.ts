import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { assert, suite, until } from '@linecard/test-kit'
import { createListener } from '../src/http/listener.ts'
import { endUnlessRead } from '../src/http/plugins/envelope.ts'

const test = suite('kernel: slow clients', { level: 'full' })

/**
 * A server that answers each complete request. It disconnects a client that needs more than 300 ms for the
 * headers or 600 ms for the request.
 */
async function house() {
  const door = createListener(
    {
      handle: (request, response) => {
        request
          .resume()
          .on('end', () => response.end('ok'))
          .on('error', () => undefined)
      },
    },
    { headersTimeout: 300, requestTimeout: 600, connectionsCheckingInterval: 50 },
  )
  const url = new URL(await door.listen('127.0.0.1', 0))
  return {
    door,
    url,
    open: () =>
      new Promise<Socket>(resolve => {
        const socket = connect(Number(url.port), url.hostname, () => resolve(socket))
      }),
  }
}

/** The text of the server until it ends the connection. */
const ended = (socket: Socket) =>
  new Promise<string>(resolve => {
    let said = ''
    socket
      .on('data', chunk => {
        said += String(chunk)
      })
      .on('close', () => resolve(said))
      .on('error', () => undefined)
  })

test('two hundred clients that send their headers slowly are disconnected with 408, and others are served meanwhile', async () => {
  const { door, url, open } = await house()
  const sockets = await Promise.all(Array.from({ length: 200 }, open))
  const ends = sockets.map(ended)
  const trickle = setInterval(() => {
    for (const socket of sockets) if (socket.writable) socket.write('X')
  }, 40)
  sockets.forEach(socket => socket.write('GET / HTTP/1.1\r\nHost: x\r\nX-Slow: '))
  for (let n = 0; n < 10; n++) assert.is(await (await fetch(url)).text(), 'ok')
  const said = await Promise.all(ends)
  clearInterval(trickle)
  assert.is(said.filter(text => text.startsWith('HTTP/1.1 408')).length, 200)
  await door.close(100)
})

test('a body without end is disconnected, and an upload that breaks off does not affect others', async () => {
  const { door, url, open } = await house()
  const endless = await open()
  endless.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nhalf')
  const broken = await open()
  broken.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nhalf')
  broken.destroy()
  assert.match(await ended(endless), /^HTTP\/1.1 408/)
  assert.is(await (await fetch(url)).text(), 'ok')
  await door.close(100)
})

test('a client that continues to send after a 408 loses its connection', async () => {
  const { promise: gone, resolve } = Promise.withResolvers<string>()
  const door = createListener(
    {
      handle: request => {
        request.resume().on('error', (error: Error) => resolve(error.message))
      },
    },
    { headersTimeout: 300, requestTimeout: 600, connectionsCheckingInterval: 50 },
  )
  const url = new URL(await door.listen('127.0.0.1', 0))
  const socket = connect({ port: Number(url.port), host: url.hostname, allowHalfOpen: true })
  socket.on('error', () => undefined)
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\nhalf')
  const trickle = setInterval(() => {
    if (socket.writable) socket.write('x')
  }, 50)
  assert.is(await gone, 'aborted')
  clearInterval(trickle)
  socket.destroy()
  await door.close(100)
})

test('a stream to a client that reads nothing is closed; a stream that is read slowly is not', async () => {
  const closed: string[] = []
  const door = createListener({
    handle: (request, response) => {
      endUnlessRead(response, 2_000)
      const endless = new Readable({
        read() {
          this.push(Buffer.alloc(65_536))
        },
      })
        .on('close', () => closed.push(request.url!))
        .on('error', () => undefined)
      response.on('close', () => endless.destroy())
      endless.pipe(response)
    },
  })
  const url = new URL(await door.listen('127.0.0.1', 0))
  const ask = (path: string) => {
    const socket = connect(Number(url.port), url.hostname)
      .pause()
      .on('error', () => undefined)
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
    return socket
  }
  const slow = ask('/slow')
  const sip = setInterval(() => {
    slow.read(262_144)
  }, 20)
  const deaf = ask('/deaf')
  await until('the deaf one is closed', () => closed.length > 0)
  assert.equal(closed, ['/deaf'])
  clearInterval(sip)
  for (const socket of [slow, deaf]) socket.destroy()
  await door.close(100)
})

test('a client that does not read its answer blocks only its own socket, and the server stops in time', async () => {
  const big = Buffer.alloc(20_000_000, 'x')
  const door = createListener({
    handle: (_request, response) => {
      response.end(big)
    },
  })
  const url = new URL(await door.listen('127.0.0.1', 0))
  const deaf = connect(Number(url.port), url.hostname).pause()
  deaf.on('error', () => undefined)
  deaf.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  await until('the request has arrived', () => deaf.bytesWritten > 0)
  assert.is((await (await fetch(url)).arrayBuffer()).byteLength, big.length)
  await door.close(300)
  deaf.destroy()
})
