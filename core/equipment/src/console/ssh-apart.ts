import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { LRUCache } from 'lru-cache'
import { DeviceError, type DeviceErrorKind } from '@linecard/driver-kit'
import type { HostKeys } from '../host-keys.ts'
import { createSlots } from '../waiting/slots.ts'
import { openSshHere, type SshEndpoint } from './ssh.ts'
import { typedOctets, type ConsoleTransport } from './transport.ts'

/** What the process of a session needs to sign in. */
export type ApartEndpoint = Omit<SshEndpoint, 'signal' | 'hostKeys' | 'apart'>
/** To the process of a session. `known`: the answer to its question about a host key. */
export type ToSession =
  | { open: ApartEndpoint }
  | { write: string }
  | { paused: boolean }
  | { known: string | null }
  | { untold: string }
/** A failure; `kind` null: it is no DeviceError. */
export type Told = { kind: DeviceErrorKind | null; message: string }
/** From it. `ask` is a question about a host key; `end` tells how the connection ended. */
export type FromSession =
  | { ask: keyof HostKeys; args: [string, number, string] }
  | { ready: true }
  | { text: string }
  | { failed: Told }
  | { end: Told | null }

/** Signing in may take so long, in ms: the prime of a group of 8,192 bits takes 24 s of CPU. */
const loginMs = 90_000
/** A process has some 45 MB. The others wait. */
const processes = createSlots({ max_sessions: 8, max_waiting: 200 })

const errorOf = ({ kind, message }: Told): Error =>
  kind === null ? new Error(message) : new DeviceError(kind, message)

type Question = Extract<FromSession, { ask: unknown }>

/** Answers questions of the process about pinned keys. */
async function answer(child: ChildProcess, hostKeys: HostKeys, { ask, args }: Question): Promise<void> {
  try {
    tell(child, { known: (await hostKeys[ask](...args)) ?? null })
  } catch (error) {
    tell(child, { untold: (error as Error).message })
  }
}

/** The process may have ended meanwhile. */
function tell(child: ChildProcess, what: ToSession): void {
  if (child.connected) child.send(what, () => undefined)
}

/**
 * Signs in from a process of its own, which is killed if that takes too long. It ends with the session, or
 * with this process.
 * @throws DeviceError DeviceUnreachable, AuthFailed, SessionLost, HostKeyChanged
 */
async function openSshApart(endpoint: SshEndpoint): Promise<ConsoleTransport> {
  const { signal, hostKeys, apart: _, ...rest } = endpoint
  const at = `${rest.ip}:${rest.port}`
  const tooLate = `${at} does not finish an SSH login in ${loginMs / 1000} s.`
  await processes.take(signal)
  // The environment of the service may hold secrets, and the process needs none of it.
  const child = fork(fileURLToPath(import.meta.resolve('#ssh-process')), {
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const signedIn = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<Error | null>()
  // What comes before there is a reader waits for it.
  const early: string[] = []
  let reader: (text: string) => void = text => void early.push(text)
  child.on('message', (said: FromSession) => {
    if ('ask' in said) void answer(child, hostKeys, said)
    else if ('ready' in said) signedIn.resolve()
    else if ('failed' in said) signedIn.reject(errorOf(said.failed))
    else if ('text' in said) reader(said.text)
    else ended.resolve(said.end && errorOf(said.end))
  })
  void ended.promise.then(error => signedIn.reject(error))
  child.once('exit', () =>
    ended.resolve(new DeviceError('SessionLost', `The process of the SSH session with ${at} ended.`)),
  )
  // It could not be started.
  child.once('error', ended.resolve)
  void ended.promise.then(processes.release)
  const late = setTimeout(() => signedIn.reject(new DeviceError('DeviceUnreachable', tooLate)), loginMs)
  const onAbort = () => signedIn.reject(signal.reason as Error)
  signal.addEventListener('abort', onAbort)
  if (signal.aborted) onAbort()
  try {
    tell(child, { open: { ...rest, connectMs: loginMs } })
    await signedIn.promise
  } catch (error) {
    child.kill('SIGKILL')
    throw error
  } finally {
    clearTimeout(late)
    signal.removeEventListener('abort', onAbort)
  }
  return {
    kind: 'ssh',
    write(text) {
      // The caller is told at once what the charset of the device lacks.
      typedOctets(text, rest.charset ?? 'utf-8')
      tell(child, { write: text })
    },
    onText(next) {
      reader = next
      for (const text of early.splice(0)) next(text)
    },
    pause: () => tell(child, { paused: true }),
    resume: () => tell(child, { paused: false }),
    onEnd: listener => void ended.promise.then(listener),
    close: () => {
      if (child.connected) child.disconnect()
    },
  }
}

/** Whether the device has nothing that this process offers for the exchange of keys. */
const lacksExchange = (error: unknown): boolean =>
  error instanceof DeviceError &&
  error.cause instanceof Error &&
  /no matching key exchange/i.test(error.cause.message)

/** Devices that only have groups of their own choice: a first try would be a failed login in their log. */
const onlyGroups = new LRUCache<string, true>({ max: 10_000, ttl: 24 * 3_600_000 })

/**
 * Signs in. A device that wants to choose the group of the exchange of keys gets a process of its own.
 * @throws DeviceError DeviceUnreachable, AuthFailed, SessionLost, HostKeyChanged
 */
export async function openSsh(endpoint: SshEndpoint): Promise<ConsoleTransport> {
  const place = `${endpoint.ip}:${endpoint.port}`
  if (!onlyGroups.has(place))
    try {
      return await openSshHere(endpoint)
    } catch (error) {
      if (!lacksExchange(error)) throw error
    }
  try {
    const transport = await openSshApart(endpoint)
    onlyGroups.set(place, true)
    return transport
  } catch (error) {
    onlyGroups.delete(place)
    throw error
  }
}
