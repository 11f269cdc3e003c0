import { DeviceError } from '@linecard/driver-kit'
import { maskRepeated } from '@linecard/driver-kit/cli'
import { maxMatched } from './echo.ts'
import { asksFor, settleMs, type ConsolePatterns } from './expected.ts'
import type { Expected, Reader } from './reader.ts'
import type { ConsoleTransport } from './transport.ts'

export interface Credentials {
  login: string
  password: string
  /** For a privileged mode. */
  enable: string
}

/** How long things may take, in ms. */
export interface Limits {
  /** From the first byte to the first prompt. */
  loginMs: number
  /** One command, including its output. */
  commandMs: number
  /** Silence of the console. */
  idleMs: number
}

export interface SignIn {
  transport: ConsoleTransport
  reader: Reader
  patterns: ConsolePatterns
  credentials: Credentials
  limits: Limits
  newline: string
}

/** Lines before a question that may tell why it is asked again. */
const maxReasons = 100

const refused = (why: string) => new DeviceError('AuthFailed', why)

/** What a device prints before it closes a connection for which it has no line. */
const noLineFree =
  /\b(?:lines?|vtys?|users?|sessions?|connections?|ttys?)\b.{0,60}\b(?:in use|busy|full|exceed|reached|limit)/i
const tooMany = /\b(?:too many|maximum|max\.?)\b.{0,40}\b(?:users?|sessions?|connections?|logins?|lines?)\b/i

/**
 * The failure of a login: a connection that the device closed because others use all its lines is a busy one.
 */
function closedBy(error: unknown, lines: readonly string[]): unknown {
  const why = lines.slice(-maxReasons).map(line => line.slice(0, maxMatched))
  const said = why.find(line => noLineFree.test(line) || tooMany.test(line))
  if (!(error instanceof DeviceError) || error.kind !== 'SessionLost' || said === undefined) return error
  return new DeviceError(
    'DeviceBusy',
    `The device has no free line for another session ("${said.trim()}"); try again in a moment.`,
    { notSent: true, cause: error },
  )
}

/** What may come before the first prompt. */
function expectedAtLogin(
  { patterns, transport }: SignIn,
  passwords: () => number,
): { questions: Expected<string>[]; hasFailed: (lines: readonly string[]) => boolean } {
  const { ask, pagers, modes, promptsOf, wantsNewPassword } = patterns
  const some = (lines: readonly string[], test: (line: string) => boolean) =>
    lines.slice(-maxReasons).some(line => test(line.slice(0, maxMatched)))
  // The words of a refusal may stand in a banner ("unauthorized access is denied"). So they count only after
  // a password was sent, and only if no prompt comes for some time.
  const hasFailed = (lines: readonly string[]) =>
    passwords() > 0 && some(lines, line => ask.failed.test(line))
  const mustChange = (lines: readonly string[]) =>
    (passwords() > 0 || transport.kind === 'ssh') && some(lines, wantsNewPassword)
  const questions: Expected<string>[] = [
    ...pagers,
    ...modes.flatMap(promptsOf),
    { fits: wantsNewPassword, gives: ':must-change', settleMs: settleMs.question },
    {
      fits: (last, lines) => last !== '' && mustChange(lines),
      gives: ':must-change',
      settleMs: settleMs.nameless,
    },
    { fits: last => asksFor(ask.password, last), gives: ':password', settleMs: settleMs.question },
    { fits: last => asksFor(ask.user, last), gives: ':user', settleMs: settleMs.question },
    {
      fits: (last, lines) => hasFailed([...lines.slice(-maxReasons), last]),
      gives: ':failed',
      settleMs: settleMs.nameless,
    },
  ]
  return { questions, hasFailed }
}

/** Signs in. Gives the first prompt and its mode. @throws DeviceError AuthFailed, NoPrompt, SessionLost */
export async function signIn(
  options: SignIn,
  signal: AbortSignal,
): Promise<{ mode: string; prompt: string }> {
  const { transport, reader, patterns, credentials, limits, newline } = options
  let [users, passwords] = [0, 0]
  const { questions, hasFailed } = expectedAtLogin(options, () => passwords)
  const patience = {
    idleMs: limits.idleMs,
    until: performance.now() + limits.loginMs,
    signal,
    what: 'the prompt after the login',
    masked: (text: string) => maskRepeated([credentials.password, credentials.enable], text),
  }
  for (;;) {
    const { given, last, lines } = await reader.expect(questions, patience).catch((error: unknown) => {
      throw closedBy(error, reader.drain())
    })
    if (given === ':must-change')
      throw refused(
        'The device wants a new password before it lets anybody sign in. ' +
          'Change it on the device and in the access profile.',
      )
    const asksAgain = (given === ':user' || given === ':password') && hasFailed(lines)
    if (given === ':failed' || asksAgain || users > 1 || passwords > 1)
      throw refused('The device refused the login and password of the access profile.')
    if (given === ':user') {
      users++
      transport.write(credentials.login + newline)
    } else if (given === ':password') {
      passwords++
      transport.write(credentials.password + newline)
    } else {
      patterns.setName(last)
      return { mode: given, prompt: last }
    }
  }
}
