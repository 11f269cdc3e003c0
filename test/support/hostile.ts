import { existsSync } from 'node:fs'
import { readFile, readdir } from 'node:fs/promises'
import {
  DeviceError,
  SnmpType,
  type Implementation,
  type RouterOsValues,
  type Varbind,
} from '@linecard/driver-kit'
import type { KnownModel } from '@linecard/driver-kit/detection'
import { interfacesList } from '@linecard/driver-kit/modules'
import { parseSnmprec, recordingOf, type Recording } from '@linecard/driver-kit/recording'
import { replaySession, type DeviceFile, type RecordedApi } from '@linecard/driver-kit/testing'
import { validator } from '@linecard/driver-kit/validation'

/**
 * Texts that try to make two commands out of one. People enter them, or devices have them as interface names.
 */
export const hostileTexts: readonly string[] = [
  'x\nreboot',
  'x\rreboot',
  'x\r\nreboot\r\n',
  '\nreboot',
  'x\u0085reboot',
  'x\u2028reboot',
  'x\u2029reboot',
  'x\u0000reboot',
  'x\u0003',
  'x\u0004',
  'x\u0008\u0008reboot',
  'x\u001areboot',
  'x\u007f',
  'x\treboot',
  '\u001b[A',
  '\u001b[201~reboot',
  'x\u009breboot',
  '?',
  'what?',
  'x ?',
  'a"b',
  '"',
  'x" reboot "',
  '"; reboot; "',
  "a'b",
  "'; reboot; '",
  'x;reboot',
  'x ; reboot',
  'x|include y',
  'x | reboot',
  'x||reboot',
  'x&reboot',
  'x && reboot',
  'x`reboot`',
  'x$(reboot)',
  'x${IFS}reboot',
  'x>flash:y',
  'x<y',
  'x\\nreboot',
  'x\\',
  'x\\"',
  '\\x03',
  '<cr>',
  'x<cr>reboot',
  'x <confirm="y">',
  'x<confirm-if="y","sure">',
  'x <prompt="#">',
  'x <sleep 1>',
  'x <stream_timeout=1>',
  '<exception "x">',
  '{{reboot}}',
  '%0areboot',
  '%s%n',
  '&#10;reboot',
  '\u202etoober',
  'x\u00a0reboot',
  'Ω',
  '😀',
  '\ud800',
  '-x',
  '--help',
  '!reboot',
  '#reboot',
  '../../x',
  'x'.repeat(10_000),
]

export interface Recorded {
  name: string
  device: DeviceFile
  recording: Recording
  api: RecordedApi | null
}

const optional = <T>(error: NodeJS.ErrnoException): T | null => {
  if (error.code === 'ENOENT') return null
  throw error
}

/** Recordings of a driver. Those of a console alone are left out: what changes a device reads it by SNMP. */
export async function recordingsOf(driver: string): Promise<Recorded[]> {
  const root = `drivers/${driver}/recordings`
  const found: Recorded[] = []
  for (const model of (await readdir(root, { withFileTypes: true })).filter(entry => entry.isDirectory())) {
    for (const firmware of await readdir(`${root}/${model.name}`)) {
      const folder = `${root}/${model.name}/${firmware}`
      if (!existsSync(`${folder}/snmp.snmprec`)) continue
      const api = await readFile(`${folder}/api.json`, 'utf8').catch(optional<string>)
      found.push({
        name: `${model.name}/${firmware}`,
        device: JSON.parse(await readFile(`${folder}/device.json`, 'utf8')) as DeviceFile,
        recording: parseSnmprec(await readFile(`${folder}/snmp.snmprec`, 'utf8')),
        api: api === null ? null : (JSON.parse(api) as RecordedApi),
      })
    }
  }
  return found
}

/** Everything that was sent to the device. */
export interface Tried {
  outcome: 'done' | string
  typed: string[]
  sent: Varbind[]
  words: { command: string; values: RouterOsValues }[]
}

/** Runs a changing module on a device that accepts every command without output. The waits are short. */
export async function tryOut(
  { recording, api }: Pick<Recorded, 'recording' | 'api'>,
  known: KnownModel,
  { module, run }: Implementation,
  given: unknown,
): Promise<Tried> {
  const tried: Tried = { outcome: 'done', typed: [], sent: [], words: [] }
  const args = structuredClone(given)
  if (validator(module.args)(args, { coerce: true }).length > 0) return { ...tried, outcome: 'BadArgument' }
  const session = replaySession(recording, known, { api })
  const { set } = session.snmp
  const { change } = session.routerOs
  Object.assign(session, {
    signal: AbortSignal.abort(),
    cli: {
      async run(command: string) {
        tried.typed.push(command)
        return ''
      },
    },
  })
  Object.assign(session.snmp, {
    async set(varbinds: readonly Varbind[]) {
      tried.sent.push(...varbinds)
      await set(varbinds)
    },
  })
  Object.assign(session.routerOs, {
    async change(command: string, values: RouterOsValues) {
      tried.words.push({ command, values })
      return change(command, values)
    },
  })
  try {
    await run(session, args)
  } catch (error) {
    tried.outcome =
      error instanceof DeviceError
        ? error.kind
        : (error as Error).name === 'AbortError'
          ? 'done'
          : `${(error as Error).name}: ${(error as Error).message}`
  }
  return tried
}

/** Recordings with other names for all interfaces, by recording and name. */
const renamings = new WeakMap<Recorded, Map<string, Recorded>>()

/** The recorded device, with a hostile name for all its interfaces. */
export function renamed(recorded: Recorded, name: string): Recorded {
  const made = renamings.get(recorded) ?? new Map<string, Recorded>()
  renamings.set(recorded, made)
  const columns = ['1.3.6.1.2.1.2.2.1.2.', '1.3.6.1.2.1.31.1.1.1.1.']
  const known = made.get(name) ?? {
    ...recorded,
    recording: recordingOf(
      [...recorded.recording].map(one =>
        columns.some(column => one.oid.startsWith(column))
          ? { ...one, type: SnmpType.OctetString, value: Buffer.from(name, 'utf8') }
          : one,
      ),
    ),
  }
  made.set(name, known)
  return known
}

/** Arguments of modules without arguments in the recording. The interface is the first physical one. */
export async function usualArguments(
  { recording, api }: Recorded,
  known: KnownModel,
): Promise<Readonly<Record<string, unknown>>> {
  const ports = known.modules.has(interfacesList.name)
    ? await replaySession(recording, known, { api }).call(interfacesList, {})
    : []
  return {
    interface: (ports.find(({ type }) => ['ETH', 'FE', 'GE', 'TGE'].includes(type)) ?? ports[0])?.id ?? 1,
    description: 'roof',
    state: 'disable',
    speed: 'auto',
    id: 301,
    name: 'video',
    type: 'tagged',
  }
}
