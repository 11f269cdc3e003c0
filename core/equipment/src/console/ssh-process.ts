/** The process of one SSH session whose device chooses the group of the exchange of keys. */
import { setPriority } from 'node:os'
import { Worker } from 'node:worker_threads'
import { DeviceError } from '@linecard/driver-kit'
import type { HostKeys } from '../host-keys.ts'
import type { ApartEndpoint, FromSession, Told, ToSession } from './ssh-apart.ts'
import { openSshHere } from './ssh.ts'
import type { ConsoleTransport } from './transport.ts'

const say = (what: FromSession): void => void process.send!(what)
const told = (error: unknown): Told => ({
  kind: error instanceof DeviceError ? error.kind : null,
  message: error instanceof Error ? error.message : String(error),
})

let transport: ConsoleTransport | null = null
/** The question about a host key that waits for its answer: there is one at a time. */
let asked = Promise.withResolvers<string | null>()
const ask = (question: keyof HostKeys) => {
  return (...args: unknown[]) => {
    asked = Promise.withResolvers()
    say({ ask: question, args: args as [string, number, string] })
    return asked.promise as Promise<never>
  }
}
const hostKeys: HostKeys = {
  known: ask('known'),
  keep: ask('keep'),
  refuse: ask('refuse'),
  match: ask('match'),
}

async function open(endpoint: ApartEndpoint): Promise<void> {
  try {
    transport = await openSshHere({
      ...endpoint,
      hostKeys,
      apart: true,
      signal: new AbortController().signal,
    })
    transport.onText(text => say({ text }))
    transport.onEnd(error => {
      say({ end: error && told(error) })
      process.disconnect()
    })
    say({ ready: true })
  } catch (error) {
    say({ failed: told(error) })
  }
}

/**
 * The proof of a large prime holds this thread up for as long as the device likes: no event comes through.
 * If the service dies meanwhile, this one ends the process.
 */
const watch = `
  const { ppid } = process
  setInterval(() => process.ppid !== ppid && process.kill(process.pid, 'SIGKILL'), 1000)`
new Worker(watch, { eval: true }).unref()
// A long proof must not take a processor from the service.
setPriority(10)
process.on('disconnect', () => process.exit())
process.on('message', (order: ToSession) => {
  if ('open' in order) void open(order.open)
  else if ('write' in order) transport?.write(order.write)
  else if ('paused' in order) transport?.[order.paused ? 'pause' : 'resume']()
  else if ('known' in order) asked.resolve(order.known)
  else asked.reject(new Error(order.untold))
})
