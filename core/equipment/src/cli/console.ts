import { DeviceError } from '@linecard/driver-kit'
import { maskSecrets, modePath, type CliOptions, type CliProfile } from '@linecard/driver-kit/cli'
import type { Expected, Reader } from './reader.ts'
import type { Wire } from './wire.ts'

export interface Credentials {
  login: string
  password: string
  /** For the way into a privileged mode; the password where none is set. */ enable: string
}

/** How long things may take, ms. */
export interface Limits {
  /** From the first byte to the first prompt. */
  loginMs: number
  /** One command, however it trickles. */
  commandMs: number
  /** Silence of a console. */
  idleMs: number
}

/** One thing that was said, for the log of calls: secrets are masked before it is kept. */
export interface Said {
  sent: string
  received: string
}

export interface Console {
  run(command: string, options: CliOptions, signal: AbortSignal): Promise<string>
  /** Back to where commands run; whoever comes next must not find a mode that another left open. */
  rest(signal: AbortSignal): Promise<void>
  readonly usable: boolean
  close(): void
}

interface Parts {
  profile: CliProfile
  wire: Wire
  reader: Reader
  credentials: Credentials
  limits: Limits
  hear(said: Said): void
}

const usual = {
  // With their colon: a banner may stop for a moment behind the word.
  user: /(?:user ?(?:name|id)?|login(?: as| name)?|account)\s?:$/i,
  password: /pass ?(?:word|code|phrase)[^:]{0,64}:$/i,
  failed:
    /(?:login|authentication|permission|access)\s+(?:is\s+)?(?:incorrect|invalid|failed|denied|failure)|bad (?:password|username)|(?:invalid|wrong|incorrect) (?:login|user|password)|fail to authenticate/i,
  mustChange:
    /(?:must|need to|please) change (?:your |the )?(?:initial )?password|password has expired|new password\s*:/i,
}
/**
 * Quiet after which a prompt is believed: of a mode that was seen before, of another, and where the device's
 * name is not in it; and pagers and questions, which may be lines that have not come whole.
 */
const settleMs = { known: 20, fresh: 250, nameless: 1500, pager: 10, question: 30 }
/** No prompt, question or refusal is longer: what a hostile device prints beyond is not looked at. */
const LONGEST = 512

const asksFor = (question: RegExp, last: string) => question.test(last.slice(-LONGEST))
const refused = (why: string) => new DeviceError('AuthFailed', why)
const whole = (pattern: RegExp) => new RegExp(`^(?:${pattern.source})$`, pattern.flags.replace(/[gy]/g, ''))

/** A console on which somebody is signed in. Not to be used by two at once: the pool sees to that. */
export async function openConsole(
  { profile, wire, reader, credentials, limits, hear }: Parts,
  signal: AbortSignal,
): Promise<Console> {
  const newline = profile.newline ?? (wire.kind === 'telnet' ? '\r\n' : '\n')
  const ask = { ...usual, ...profile.login }
  // A vendor's words come beside the usual ones: a question for a new password must never be answered with
  // the present one.
  const wantsNew = (text: string) => asksFor(usual.mustChange, text) || asksFor(ask.mustChange, text)
  const prompts = new Map(Object.entries(profile.modes).map(([mode, { prompt }]) => [mode, whole(prompt)]))
  const all = [...prompts.values()]
  const known = new Set<string>()
  const secrets = [credentials.password, credentials.enable].filter(secret => secret.length > 2)
  let stop = signal
  /** The device's name as its first prompt says it: what merely looks like a prompt lacks it. */
  let name = ''

  const masked = (text: string): string =>
    maskSecrets(
      profile.secrets ?? [],
      secrets.reduce((rest, secret) => rest.replaceAll(secret, '***'), text),
    )
  const say = (text: string): void => wire.write(text + newline)
  const promptsOf = (mode: string): Expected<string>[] => {
    const fits = (last: string) => last.length <= LONGEST && prompts.get(mode)!.test(last)
    return [
      {
        fits: last => last.includes(name) && fits(last),
        gives: mode,
        settleMs: known.has(mode) ? settleMs.known : settleMs.fresh,
      },
      { fits, gives: mode, settleMs: settleMs.nameless },
    ]
  }
  const pagers: Expected<string>[] = profile.pager.map(({ prompt, answer }) => ({
    fits: last => last.length <= LONGEST && prompt.test(last),
    answers: answer,
    settleMs: settleMs.pager,
  }))

  const signIn = async (): Promise<string> => {
    let [users, passwords] = [0, 0]
    const until = performance.now() + limits.loginMs
    // Words of a refusal may stand in any banner ("unauthorized access is denied"): a prompt is stronger, and
    // so is time for one to come.
    const said = (words: RegExp, lines: readonly string[]) =>
      passwords > 0 && lines.some(line => words.test(line.slice(0, LONGEST)))
    const told = (lines: readonly string[]) =>
      (passwords > 0 || wire.kind === 'ssh') && lines.some(line => wantsNew(line.slice(0, LONGEST)))
    const questions: Expected<string>[] = [
      ...pagers,
      ...[...prompts.keys()].flatMap(promptsOf),
      { fits: wantsNew, gives: ':must-change', settleMs: settleMs.question },
      {
        fits: (last, lines) => last !== '' && told(lines),
        gives: ':must-change',
        settleMs: settleMs.nameless,
      },
      { fits: last => asksFor(ask.password, last), gives: ':password', settleMs: settleMs.question },
      { fits: last => asksFor(ask.user, last), gives: ':user', settleMs: settleMs.question },
      {
        fits: (last, lines) => said(ask.failed, [...lines, last]),
        gives: ':failed',
        settleMs: settleMs.nameless,
      },
    ]
    for (;;) {
      const { given, last, lines } = await reader.expect(questions, {
        idleMs: limits.idleMs,
        until,
        signal,
        what: 'the prompt after the login',
      })
      if (given === ':must-change')
        throw refused(
          'The device wants a new password before it lets anybody in; change it there and in the access profile',
        )
      const again = (given === ':user' || given === ':password') && said(ask.failed, lines)
      if (given === ':failed' || again || users > 1 || passwords > 1)
        throw refused('The device refused the login and password of the access profile')
      if (given === ':user') {
        users++
        say(credentials.login)
      } else if (given === ':password') {
        passwords++
        say(credentials.password)
      } else {
        name = /[\w.-]{2,}/.exec(last)?.[0] ?? ''
        return given
      }
    }
  }

  let mode = await signIn()
  let clean = true

  /** One command as it is typed; the device must then be in one of these modes. */
  const type = async (
    command: string,
    wanted: readonly string[],
    { answers = [], prompt, idleMs, enters = 0 }: CliOptions,
    secret?: string,
  ): Promise<{ mode: string; lines: string[] }> => {
    clean = false
    const shown = masked(command)
    // Whatever is asked: something that is neither the echo nor a prompt, and stays.
    const anything = (last: string) =>
      last !== '' &&
      !last.endsWith(command.trimEnd()) &&
      !all.some(pattern => last.length <= LONGEST && pattern.test(last))
    const replies: Expected<string>[] = answers.map(({ prompt: question, answer }) => ({
      fits:
        question === null
          ? anything
          : last => (typeof question === 'string' ? last.includes(question) : question.test(last)),
      answers: answer + newline,
      once: true,
      settleMs: question === null ? settleMs.fresh : settleMs.pager,
    }))
    const passwords: Expected<string>[] =
      secret === undefined
        ? []
        : [
            {
              fits: last => asksFor(ask.password, last),
              answers: secret + newline,
              once: true,
              settleMs: settleMs.question,
            },
            { fits: last => asksFor(ask.password, last), gives: ':again', settleMs: settleMs.fresh },
          ]
    const ends: Expected<string>[] =
      prompt === undefined
        ? [...new Set(wanted)].flatMap(promptsOf)
        : [{ fits: last => last.includes(prompt), gives: mode, settleMs: settleMs.known }]
    say(command)
    const lines: string[] = []
    let given = mode
    for (let enter = 0; enter <= enters; enter++) {
      if (enter > 0) wire.write(newline)
      const answer = await reader.expect([...pagers, ...replies, ...passwords, ...ends], {
        idleMs: idleMs ?? limits.idleMs,
        until: performance.now() + limits.commandMs,
        signal: stop,
        what: `the prompt after "${shown}"`,
      })
      given = answer.given
      lines.push(...answer.lines)
    }
    hear({ sent: shown, received: masked(lines.join('\n')) })
    if (given === ':again') throw refused('The device refused the enable password of the access profile')
    if (prompt === undefined) {
      mode = given
      known.add(mode)
      clean = true
    }
    return { mode: given, lines: withoutMargin(withoutEcho(lines, command), profile.abovePrompt) }
  }
  const refusal = (lines: readonly string[]) =>
    lines.find(line => profile.errors.some(pattern => pattern.test(line.slice(0, LONGEST))))

  const go = async (to: string): Promise<void> => {
    for (const { mode: next, command, secret } of modePath(profile, mode, to)) {
      const { mode: now, lines } = await type(command, [next, mode], {}, secret && credentials.enable)
      if (now === next) continue
      const words = masked((refusal(lines) ?? lines.join(' ')).trim())
      throw secret
        ? refused(`The device refused the way into ${next}: ${words || 'no reason given'}`)
        : new DeviceError(
            'CommandRejected',
            `The device does not go into ${next} with "${command}": ${words || 'no reason given'}`,
          )
    }
  }

  known.add(mode)
  await go(profile.main)
  for (const command of profile.afterLogin ?? []) await type(command, [profile.main], {})

  return {
    async run(command, options, until) {
      stop = until
      await go(options.mode ?? mode)
      const { lines } = await type(command, options.mode ? [options.mode] : [...prompts.keys()], options)
      const words = options.lenient ? undefined : refusal(lines)
      if (words !== undefined)
        throw new DeviceError(
          'CommandRejected',
          `The device refused "${masked(command)}": ${masked(words.trim())}`,
          { partial: masked(lines.join('\n')) },
        )
      return lines.join('\n')
    },
    async rest(until) {
      stop = until
      if (reader.open && clean) await go(profile.main)
    },
    get usable() {
      return reader.open && clean
    },
    close() {
      if (reader.open && clean && profile.logout) say(profile.logout)
      wire.close()
    },
  }
}

/** The lines of an output without those that belong to the prompt, and the empty one between. */
function withoutMargin(lines: readonly string[], above: RegExp | undefined): string[] {
  const last = above && above.test((lines.at(-1) ?? '').slice(0, LONGEST)) ? lines.length - 1 : lines.length
  return lines.slice(0, last < lines.length && lines[last - 1] === '' ? last - 1 : last)
}

/**
 * The lines of an output without the echo of the command, which may be wrapped and may be written anew behind
 * its prompt.
 */
export function withoutEcho(lines: readonly string[], command: string): string[] {
  const wanted = command.replace(/\s+/g, '')
  if (wanted === '') return lines[0] === '' ? lines.slice(1) : [...lines]
  let seen = ''
  for (let count = 1; count <= Math.min(lines.length, 8); count++) {
    seen += lines[count - 1]!.replace(/\s+/g, '')
    if (seen.endsWith(wanted) && (seen === wanted || count === 1)) return lines.slice(count)
    if (!wanted.startsWith(seen)) break
  }
  return [...lines]
}
