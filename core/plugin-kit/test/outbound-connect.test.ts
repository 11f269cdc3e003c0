import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { assert, failureOf, suite } from '@linecard/test-kit'
import { connectOutbound, OutboundRefused } from '../src/outbound/index.ts'

const test = suite('outbound connections')
const to = (host: string, port: number, allowPrivate: boolean) =>
  connectOutbound({ host, port, allowPrivate, timeoutMs: 1000 })

test('65: a connection that is not HTTP passes the same rules', async () => {
  let reached = 0
  const server = createServer(socket => {
    reached++
    socket.end('hello')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  try {
    for (const host of ['127.0.0.1', 'localhost', '::ffff:127.0.0.1', '0x7f.1', '169.254.169.254'])
      assert.instance(await failureOf(to(host, port, false)), OutboundRefused, host)
    assert.instance(await failureOf(to('169.254.169.254', port, true)), OutboundRefused)
    assert.is(reached, 0)
    const socket = await to('127.0.0.1', port, true)
    const [first] = await new Promise<Buffer[]>(resolve => socket.once('data', chunk => resolve([chunk])))
    assert.is(String(first), 'hello')
    assert.is(reached, 1)
    socket.destroy()
  } finally {
    server.close()
  }
})

test('a port where nobody listens is an error of the socket', async () => {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise(resolve => server.close(resolve))
  const failure = await failureOf(to('127.0.0.1', port, true))
  assert.is((failure as NodeJS.ErrnoException).code, 'ECONNREFUSED')
})
