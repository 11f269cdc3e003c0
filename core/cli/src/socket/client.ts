/**
 * A command beside a running service: the service does it, and this process is only its terminal. So it loads
 * nothing of Linecard but what talks to the socket.
 */
import { once } from 'node:events'
import { createConnection, type Socket } from 'node:net'
import { resolve, sep } from 'node:path'
import { PassThrough } from 'node:stream'
import { dataDirOf } from '@linecard/kernel/data-dir'
import { configFileIn } from '../config-file.ts'
import { apart } from './apart.ts'
import { protocol, receive, send, type Question, type Told } from './frames.ts'
import { lookAt } from './place.ts'

/** Time in which a service takes an order, in ms. Its thread may be busy. */
const acceptMs = 20_000
/** Longest frame of a service: a whole list as JSON, in characters. */
const mostCharacters = 500_000_000

const say = (text: string) => void process.stderr.write(`linecard: ${text}\n`)

/** Null: nothing listens there, such as after the death of the service. */
async function connect(path: string): Promise<Socket | null> {
  const socket = createConnection(path)
  try {
    await once(socket, 'connect')
    return socket
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ECONNREFUSED' || code === 'ENOENT') return null
    throw error
  }
}

/** A path that the command line names, or one below it. A service reaches no other file of this person. */
function named(path: unknown, words: readonly string[]): string {
  const wanted = resolve(String(path))
  const given = words.flatMap(word => [word, word.slice(word.indexOf('=') + 1)]).map(word => resolve(word))
  if (given.some(one => one === wanted || wanted.startsWith(one === sep ? one : one + sep))) return wanted
  throw new Error(`the service asked for ${wanted}, which the command does not name`)
}

/** Does what the service asks of this process. */
function answering(words: readonly string[]): (question: Question) => Promise<unknown> {
  const reading = new Map<number, AsyncIterator<Buffer>>()
  const writing = new Map<number, { into: PassThrough; written: Promise<void> }>()
  const files = async () => (await import('../files.ts')).localFiles
  const asked: Readonly<Record<Question['ask'], (id: number, ...args: never[]) => Promise<unknown>>> = {
    answers: async (_, questions: string[]) => (await import('../answers.ts')).answersTo(questions),
    kind: async (_, path: string) => (await files()).kind(named(path, words)),
    list: async (_, path: string) => (await files()).list(named(path, words)),
    makeFolder: async (_, path: string) => (await files()).makeFolder(named(path, words)),
    async read(id, path: string) {
      reading.set(id, (await files()).read(named(path, words))[Symbol.asyncIterator]())
    },
    async next(_, of: number) {
      const { done, value } = await reading.get(of)!.next()
      return done ? null : value.toString('base64')
    },
    async write(id, path: string, mode: number | null) {
      const into = new PassThrough()
      const written = (await files()).write(named(path, words), into, mode ?? undefined)
      written.catch(() => undefined)
      writing.set(id, { into, written })
    },
    async chunk(_, of: number, text: string) {
      const { into, written } = writing.get(of)!
      if (!into.write(Buffer.from(text, 'base64'))) await Promise.race([once(into, 'drain'), written])
    },
    async end(_, of: number) {
      const { into, written } = writing.get(of)!
      into.end()
      await written
    },
  }
  return ({ id, ask, args }) => asked[ask](id, ...(args as never[]))
}

/** Shows what the service tells, in its order. A full standard output holds the service back. */
function showing(socket: Socket): (told: Told) => Promise<void> {
  const write = async (text: string) => {
    if (process.stdout.write(text)) return
    socket.pause()
    await once(process.stdout, 'drain')
    socket.resume()
  }
  return async told => {
    if ('out' in told) await write(told.out)
    else if ('error' in told) process.stderr.write(told.error)
    else if ('print' in told) {
      const { draw } = await import('../output.ts')
      await write(`${await draw(told.print as Parameters<typeof draw>[0])}\n`)
    }
  }
}

/** How it ended: by itself with a code, or `apart`: this process must do it. */
async function converse(
  socket: Socket,
  words: readonly string[],
  version: string,
): Promise<number | 'apart'> {
  const answer = answering(words)
  const show = showing(socket)
  const { promise: ended, resolve: end } = Promise.withResolvers<number | 'apart'>()
  let accepted = false
  let shown = Promise.resolve()
  const late = setTimeout(() => {
    say('the running service does not answer; see its log')
    end(1)
  }, acceptMs)

  const reply = ({ id, ...question }: Question) =>
    answer({ id, ...question }).then(
      value => send(socket, { id, value: value ?? null }),
      (error: NodeJS.ErrnoException) =>
        send(socket, { id, message: error.message, code: error.code ?? null }),
    )
  receive(socket, mostCharacters, frame => {
    const told = frame as Told | Question
    if ('ask' in told) return void reply(told)
    shown = shown.then(async () => {
      if ('accepted' in told || 'apart' in told || 'refused' in told) clearTimeout(late)
      if ('accepted' in told) accepted = true
      else if ('apart' in told) end('apart')
      else if ('refused' in told) {
        say(told.refused)
        end(1)
      } else if ('exit' in told) end(told.exit)
      else await show(told)
    })
    shown.catch(() => end(1))
  })
  socket.on('error', () => undefined)
  // Whoever reads the output has gone: so has the command.
  process.stdout.once('error', () => process.exit(1))
  socket.once('close', () => {
    void shown.finally(() => {
      if (accepted) say('the service ended during the command: look whether it was done')
      else say('the running service closed the connection')
      end(1)
    })
  })
  const env = process.env['LINECARD_SNMP_PORT']
  send(socket, {
    protocol,
    version,
    words,
    env: env === undefined ? {} : { LINECARD_SNMP_PORT: env },
    typed: process.stdin.isTTY === true,
    shown: process.stderr.isTTY === true,
    columns: process.stdout.columns ?? null,
  })
  const outcome = await ended
  clearTimeout(late)
  return outcome
}

/**
 * Lets the running service of this installation do a command. False: there is none, or it is a command that
 * this process must do.
 */
export async function doneByService(words: readonly string[], version: string): Promise<boolean> {
  if (apart.has(words[0] ?? '')) return false
  const configFile = configFileIn(words, process.env)
  const dataDir = configFile && dataDirOf(configFile, process.env)
  const found = dataDir ? lookAt(dataDir) : null
  if (!found) return false
  if (found.distrust) {
    say(`a service cannot be trusted: ${found.distrust}. Stop it, remove ${found.path} and start it again`)
    process.exitCode = 1
    return true
  }
  const socket = await connect(found.path)
  if (!socket) return false
  const outcome = await converse(socket, words, version)
  socket.removeAllListeners('close').destroy()
  if (outcome === 'apart') return false
  process.exitCode = outcome
  process.stdin.destroy()
  return true
}
