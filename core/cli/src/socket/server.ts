import { chmod, link, rename, rm, unlink } from 'node:fs/promises'
import { createConnection, createServer, type Server, type Socket } from 'node:net'
import { dirname } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { apart } from './apart.ts'
import { protocol, receive, send, type Order, type Reply, type Question } from './frames.ts'
import { makeFolder, socketOf } from './place.ts'
import { once } from 'node:events'
import { Writable } from 'node:stream'
import type { Terminal } from '../terminal.ts'

/** The person at the other end of a socket. */
export interface FarTerminal extends Terminal {
  /** Takes an answer to a question of this terminal. */
  take(reply: Reply): void
  /** Puts a text on their standard output. */
  write(text: string): void
}

/** @param signal aborted when they have gone */
function farTerminal(socket: Socket, order: Order, signal: AbortSignal): FarTerminal {
  const open = new Map<number, (reply: Reply) => void>()
  let asked = 0
  const ask = (what: Question['ask'], args: Question['args']): { id: number; value: Promise<unknown> } => {
    const id = ++asked
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const gone = () => reject(signal.reason as Error)
    signal.addEventListener('abort', gone, { once: true })
    if (signal.aborted) gone()
    open.set(id, reply => {
      if ('value' in reply) resolve(reply.value)
      else reject(Object.assign(new Error(reply.message), { code: reply.code }))
    })
    send(socket, { id, ask: what, args })
    const value = promise.finally(() => {
      open.delete(id)
      signal.removeEventListener('abort', gone)
    })
    return { id, value }
  }
  const answer = async <T>(what: Question['ask'], ...args: Question['args']) =>
    (await ask(what, args).value) as T

  async function* read(path: string): AsyncGenerator<Buffer> {
    const { id, value } = ask('read', [path])
    await value
    for (;;) {
      const chunk = await answer<string | null>('next', id)
      if (chunk === null) return
      yield Buffer.from(chunk, 'base64')
    }
  }
  const write = (text: string) => void send(socket, { out: text })

  return {
    isTyped: order.typed,
    env: order.env,
    signal,
    take: reply => open.get(reply.id)?.(reply),
    write,
    print: what => void send(socket, { print: what }),
    error: { isTTY: order.shown, write: text => send(socket, { error: text }) },
    output: () =>
      new Writable({
        decodeStrings: false,
        async write(chunk: Buffer | string, _encoding, done) {
          try {
            if (!send(socket, { out: String(chunk) })) await once(socket, 'drain', { signal })
            signal.throwIfAborted()
            done()
          } catch (error) {
            done(error as Error)
          }
        },
      }),
    answersTo: questions => answer('answers', questions),
    files: {
      kind: path => answer('kind', path),
      list: path => answer('list', path),
      makeFolder: path => answer('makeFolder', path),
      read,
      async write(path, content, mode) {
        const { id, value } = ask('write', [path, mode ?? null])
        await value
        for await (const chunk of typeof content === 'string' ? [content] : content)
          await answer('chunk', id, Buffer.from(chunk).toString('base64'))
        await answer('end', id)
      },
    },
  }
}

/** Most commands at the same time. */
const mostCommands = 32
/** Longest frame of a command: its words, or a part of a file. The system allows 2 MB of words. */
const mostCharacters = 4_000_000
/** Time in which a connection must send its command, in ms. */
const orderMs = 10_000
/**
 * Time of commands to end by themselves when the service stops, and then again without their person, in ms.
 */
const leaveMs = 500

/** Who does the commands that arrive. */
export interface Doer {
  version: string
  /** Names of the commands that it has. */
  names(): ReadonlySet<string>
  /**
   * Does a command line.
   * @param width of the terminal, in characters
   * @returns its exit code
   */
  run(words: readonly string[], terminal: FarTerminal, width: number | null): Promise<number>
}

/** Why this service does not do the command. */
function refusalOf(order: Order, { version }: Doer, running: number): string | null {
  if (order.protocol !== protocol || order.version !== version)
    return (
      `the running service is Linecard ${version} and this command is Linecard ${order.version}: ` +
      'restart the service, or use the command that was installed with it'
    )
  return running > mostCommands ? `${mostCommands} commands run already: try again later` : null
}

/** Commands with which a service can do something. What is not known here may be in a newer installation. */
const isDoneHere = ([name]: readonly string[], known: ReadonlySet<string>): boolean =>
  name === undefined || (!apart.has(name) && (name.startsWith('-') || name === 'help' || known.has(name)))

/** Serves one connection. Settles when its command has ended. */
async function serve(doer: Doer, socket: Socket, going: Set<Promise<void>>): Promise<void> {
  const gone = new AbortController()
  const { promise: ordered, resolve: take } = Promise.withResolvers<Order | null>()
  let terminal: FarTerminal | null = null
  socket.setTimeout(orderMs, () => socket.destroy())
  socket.on('error', () => undefined)
  socket.once('close', () => {
    gone.abort(new Error('the command was ended'))
    take(null)
  })
  receive(socket, mostCharacters, frame => {
    if (terminal) return terminal.take(frame as Reply)
    socket.setTimeout(0)
    take(frame as Order)
  })
  const order = await ordered
  if (!order || gone.signal.aborted) return
  const refused = refusalOf(order, doer, going.size)
  if (refused !== null) send(socket, { refused })
  else if (!isDoneHere(order.words, doer.names())) send(socket, { apart: true })
  else {
    terminal = farTerminal(socket, order, gone.signal)
    send(socket, { accepted: true })
    send(socket, { exit: await doer.run(order.words, terminal, order.columns) })
  }
}

/** Whether a living process listens there. */
export const isAlive = (path: string): Promise<boolean> =>
  new Promise(resolve => {
    const socket = createConnection(path)
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

const listening = (server: Server, path: string): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, () => {
      server.off('error', reject)
      resolve()
    })
  })

/** Takes away the socket of a dead process. False: the process lives. */
async function cleared(path: string): Promise<boolean> {
  if (await isAlive(path)) return false
  // Away first: of two services that start, the slower one might take away the new socket of the other.
  const aside = `${path}.${process.pid}`
  await rename(path, aside)
  if (!(await isAlive(aside))) return rm(aside, { force: true }).then(() => true)
  await link(aside, path).catch(() => undefined)
  await unlink(aside)
  return false
}

/** False: another service of this data folder does the commands. */
async function listen(server: Server, path: string): Promise<boolean> {
  for (;;) {
    try {
      await listening(server, path)
      await chmod(path, 0o600)
      return true
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
      if (!(await cleared(path).catch(() => true))) return false
    }
  }
}

/** The socket at which a service takes commands. */
export interface CommandSocket {
  /** Ends the commands that run. */
  close(): Promise<void>
}

/**
 * Takes commands at the socket of a data folder, which only the user of the service can reach. The first
 * service of a data folder does them. `told` gets why there is no socket.
 */
export async function openCommandSocket(
  doer: Doer,
  dataDir: string,
  told: (why: string) => void,
): Promise<CommandSocket> {
  const going = new Set<Promise<void>>()
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    sockets.add(socket)
    const served = serve(doer, socket, going)
      .catch(() => undefined)
      .finally(() => {
        going.delete(served)
        socket.end()
      })
    going.add(served)
    socket.once('close', () => sockets.delete(socket))
  })
  if (process.platform !== 'win32') {
    try {
      const path = socketOf(dataDir)
      makeFolder(dirname(path))
      if (!(await listen(server, path))) told('another service of this data folder does the commands')
    } catch (error) {
      told(`commands start a process of their own: ${(error as Error).message}`)
    }
  }
  return {
    async close() {
      server.close()
      const ended = Promise.allSettled(going)
      await Promise.race([ended, setTimeout(leaveMs, null, { ref: false })])
      for (const socket of sockets) socket.destroy()
      await Promise.race([ended, setTimeout(leaveMs, null, { ref: false })])
    },
  }
}
