import { DeviceError } from '@linecard/driver-kit'
import type { CliProfile } from '@linecard/driver-kit/cli'
import { openConsoleSession, type ConsoleSession } from '../../../core/equipment/src/console/session.ts'
import type { TranscriptEntry } from '../../../core/equipment/src/console/state.ts'
import { createReader } from '../../../core/equipment/src/console/reader.ts'
import { hostKeysInMemory } from '../../../core/equipment/src/host-keys.ts'
import { openSsh } from '../../../core/equipment/src/console/ssh-apart.ts'
import { openTelnet } from '../../../core/equipment/src/console/transport.ts'
import { joinPages } from './pages.ts'
import { replayPeer, type Exchange, type PeerPlay } from './peer.ts'

/**
 * The result of one recorded command. `refused`: the device refused it. `mistaken`: the profile took an
 * output for a refusal.
 */
export interface Played {
  command: string
  result: 'equal' | 'different' | 'refused' | 'mistaken' | 'prompt' | 'login'
  why: string | null
  output: string
  exchange: Exchange
}
export interface Session {
  name: string
  profile: CliProfile
  play: PeerPlay
}

const login = 'operator'
const password = 'pass-word'
export const credentials = { login, password }

/**
 * What a person sees of a recorded output. It is written a second time here, so that the screen of the engine
 * is not compared with itself.
 */
export function seen(text: string): string {
  const plain = text.replace(/\u001b\[[\d;?]*[A-Za-z]/g, '').replace(/\r+\n/g, '\n')
  const lines = plain.split('\n').map(line => {
    const shown = line.split('\r').reduce((under, over) => over + under.slice(over.length), '')
    let out = ''
    for (const character of shown) {
      if (character === '\t') out += ' '.repeat(8 - (out.length % 8))
      else if (character === '\b') out = out.slice(0, -1)
      else if (character >= ' ' && character !== '\u007f') out += character
    }
    return out.trimEnd()
  })
  return lines.join('\n')
}

/**
 * Outputs are compared without empty lines at their ends: some of them belong to the prompt, and the
 * recordings do not say which.
 */
const ends = (text: string): string => text.replace(/^\n+|\n+$/g, '')

export function expectedOf(
  { command, output, echo, keys }: Exchange,
  pagers: readonly RegExp[] = [],
  above?: RegExp,
): string {
  const text = ends(seen(joinPages({ output, ...(keys ? { keys } : {}) }, pagers).text))
  const first = text.split('\n')[0]!
  const body = ends(!echo && first.trim().endsWith(command.trim()) ? text.slice(first.length + 1) : text)
  const end = body.slice(body.lastIndexOf('\n') + 1)
  return above?.test(end) ? ends(body.slice(0, body.length - end.length)) : body
}

const whole = (pattern: RegExp) => new RegExp(`^(?:${pattern.source})$`, pattern.flags)

/** A step from one mode to another: the engine takes it by itself. */
const isStep = ({ modes }: CliProfile, { command, prompt }: Exchange): boolean =>
  prompt !== undefined &&
  Object.values(modes).some(({ enter, leave }) => enter?.command === command || leave === command)

/** The mode in which a command was recorded. */
const modeOf = ({ modes, main }: CliProfile, { prompt }: Exchange): string =>
  prompt === undefined
    ? main
    : (Object.keys(modes).find(mode => whole(modes[mode]!.prompt).test(prompt.trimEnd())) ?? main)

/** Plays all exchanges of a session against the engine, in one login as long as it lasts. */
export async function playSession(
  { name, profile, play }: Session,
  host: string,
  said: TranscriptEntry[] = [],
  repeatable = false,
): Promise<{ played: Played[]; /** Pages that were asked for. */ pages: number }> {
  const signal = new AbortController().signal
  const peer = await replayPeer(play, host)
  const limits = { loginMs: 90_000, commandMs: 90_000, idleMs: 30_000 }
  const played: Played[] = []
  let console: ConsoleSession | null = null
  let transport: Awaited<ReturnType<typeof openTelnet>> | null = null
  try {
    for (const exchange of play.exchanges) {
      if (exchange.command.trim() === '' || isStep(profile, exchange)) continue
      peer.now = repeatable ? exchange : null
      const done = (result: Played['result'], why: string | null, output = '') =>
        played.push({ command: exchange.command, result, why, output, exchange })
      try {
        if (!console?.usable) {
          transport?.close()
          const place = { ip: host, port: peer.port, connectMs: 20_000, signal }
          transport =
            play.carrier === 'ssh'
              ? await openSsh({
                  ...place,
                  ...credentials,
                  allowLegacy: false,
                  profile,
                  hostKeys: hostKeysInMemory(),
                })
              : await openTelnet(place)
          console = await openConsoleSession(
            {
              profile,
              transport,
              reader: createReader(transport),
              credentials: { ...credentials, enable: password },
              limits,
              onTranscript: one => {
                said.push(one)
              },
            },
            signal,
          )
        }
      } catch (error) {
        if (!(error instanceof DeviceError)) throw error
        done('login', `${name}: ${error.code}: ${error.message}`)
        continue
      }
      try {
        const mode = modeOf(profile, exchange)
        const output = await console.run(exchange.command, { mode, repeatable }, signal)
        const [is, wanted] = [
          ends(output),
          expectedOf(
            exchange,
            play.pager ? [] : profile.pager.map(({ prompt }) => prompt),
            profile.abovePrompt,
          ),
        ]
        done(is === wanted ? 'equal' : 'different', is === wanted ? null : difference(wanted, is), is)
      } catch (error) {
        if (!(error instanceof DeviceError)) throw error
        // A refusal is a few words and a mark. A longer text is an output with a line that looks like a
        // refusal.
        const refused =
          expectedOf(exchange)
            .split('\n')
            .filter(line => line.trim() !== '').length <= 6
        if (error.kind === 'CommandRejected')
          done(
            refused ? 'refused' : 'mistaken',
            error.message.replace(/^.*?": /s, ''),
            String(error.partial ?? ''),
          )
        else done('prompt', `${error.code}: ${error.message}`)
      }
    }
  } finally {
    transport?.close()
    await peer.close()
  }
  return { played, pages: peer.keys }
}

/** The position at which two texts differ. */
function difference(wanted: string, is: string): string {
  const [a, b] = [wanted.split('\n'), is.split('\n')]
  const at = a.findIndex((line, number) => line !== b[number])
  const line = at < 0 ? a.length : at
  const [recorded, played] = [a[line] ?? '', b[line] ?? ''].map(text => text.slice(0, 60))
  return `line ${line + 1} of ${a.length}: recorded "${recorded}", played "${played}"`
}
