import { readFile, readdir } from 'node:fs/promises'
import { Type as T, type Static } from 'typebox'
import type { RecordedCommand } from './replay.ts'
import type { RecordedApi } from './replay-router-os.ts'
import { parseSnmprec, type Recording } from '../recording/index.ts'
import { validator } from '../validation/validate.ts'

const closed = { additionalProperties: false }

/** `device.json` of a recording folder. */
export const DeviceFile = T.Object(
  {
    model: T.String({
      description: 'Key of the model that detection must find; also the name of the outer folder',
    }),
    source: T.String({
      minLength: 1,
      description: 'Where it comes from: whose device, or which MIB facts it was made from',
    }),
    scrubbed: T.Literal(true, {
      description: 'Addresses, names, serials and communities of real people are gone',
    }),
    recorded_at: T.Optional(
      T.String({
        format: 'date-time',
        description: 'The clock stands still at this time while its modules run',
      }),
    ),
    walked: T.Array(T.String({ pattern: '^[0-2](\\.\\d+)+$' }), {
      minItems: 1,
      description: 'Subtrees that were walked to their ends; only these tell absent from never asked',
    }),
    args: T.Optional(
      T.Record(T.String(), T.Record(T.String(), T.Unknown()), {
        description: 'Arguments of the modules that need some',
      }),
    ),
  },
  closed,
)
export type DeviceFile = Static<typeof DeviceFile>

/** `cli.json`: what the command line answered, without echo, pager and prompt; lines end in \\n. */
export const CliFile = T.Array(
  T.Object(
    {
      send: T.String({ minLength: 1 }),
      reply: T.String(),
      mode: T.Optional(T.String({ description: 'Of the profile; the main one unless said' })),
      snmp: T.Optional(T.Array(T.String(), { description: 'Lines of a .snmprec that hold after it' })),
    },
    closed,
  ),
)

/**
 * `api.json`: what the RouterOS API answered: items by menu (`/ip/arp`), rows by command (`/ping`), or the
 * words by which both are refused.
 */
export const ApiFile = T.Record(
  T.String({ pattern: '^/' }),
  T.Union([T.Array(T.Record(T.String(), T.String())), T.Object({ trap: T.String() }, closed)]),
)

/** `untested.json`: what cannot be tested, and why. */
export const UntestedFile = T.Object(
  {
    modules: T.Optional(
      T.Record(T.String({ pattern: '^[^/]+/[^/]+$' }), T.String({ minLength: 1 }), {
        description: '`<model>/<module>`',
      }),
    ),
    families: T.Optional(T.Record(T.String(), T.String({ minLength: 1 }))),
  },
  closed,
)
export type UntestedFile = Static<typeof UntestedFile>

export interface Folder {
  /** `<model>/<firmware>` */
  name: string
  url: URL
  device: DeviceFile
  recording: Recording
  /** Other views of the agent, from `snmp.<context>.snmprec`, by the name of the SNMPv3 context. */
  contexts: ReadonlyMap<string, Recording>
  /** Empty where the folder has no cli.json. */
  cli: readonly RecordedCommand[]
  /** Null where the folder has no api.json. */
  api: RecordedApi | null
  /** Modules that have a golden file. */
  golden: ReadonlySet<string>
}

const names = async (url: URL, kind: 'isDirectory' | 'isFile'): Promise<string[]> => {
  const entries = await readdir(url, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return entries
    .filter(entry => entry[kind]())
    .map(({ name }) => name)
    .toSorted()
}

async function readJson<T>(
  url: URL,
  schema: typeof DeviceFile | typeof UntestedFile | typeof CliFile | typeof ApiFile,
): Promise<T> {
  const value: unknown = JSON.parse(await readFile(url, 'utf8'))
  const wrong = validator(schema)(value)
  if (wrong.length)
    throw new Error(wrong.map(({ path, message }) => `${path || 'the file'} ${message}`).join('; '))
  return value as T
}

async function readFolder(url: URL, name: string): Promise<Folder> {
  const device = await readJson<DeviceFile>(new URL('device.json', url), DeviceFile).catch((error: Error) => {
    throw new Error(`${name}/device.json: ${error.message}`, { cause: error })
  })
  const file = `${name}/snmp.snmprec`
  const recording = parseSnmprec(await readFile(new URL('snmp.snmprec', url), 'utf8'), file)
  const contexts = new Map(
    await Promise.all(
      (await names(url, 'isFile')).flatMap(one => {
        const context = /^snmp\.(.+)\.snmprec$/.exec(one)?.[1]
        return context === undefined
          ? []
          : [
              readFile(new URL(one, url), 'utf8').then(
                text => [context, parseSnmprec(text, `${name}/${one}`)] as const,
              ),
            ]
      }),
    ),
  )
  const cli = await readJson<RecordedCommand[]>(new URL('cli.json', url), CliFile).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return []
      throw new Error(`${name}/cli.json: ${error.message}`, { cause: error })
    },
  )
  const api = await readJson<RecordedApi>(new URL('api.json', url), ApiFile).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null
      throw new Error(`${name}/api.json: ${error.message}`, { cause: error })
    },
  )
  const golden = new Set(
    (await names(new URL('expected/', url), 'isFile')).map(one => one.replace(/\.json$/, '')),
  )
  return { name, url, device, recording, contexts, cli, api, golden }
}

/** All recording folders of a driver; a broken one is the error that it made. */
export async function readFolders(root: URL): Promise<{ name: string; folder: Folder | Error }[]> {
  const found: { name: string; folder: Folder | Error }[] = []
  for (const model of await names(root, 'isDirectory')) {
    for (const firmware of await names(new URL(`${model}/`, root), 'isDirectory')) {
      const name = `${model}/${firmware}`
      found.push({
        name,
        folder: await readFolder(new URL(`${name}/`, root), name).catch((error: Error) => error),
      })
    }
  }
  return found
}

export async function readUntested(root: URL): Promise<UntestedFile | Error> {
  return await readJson<UntestedFile>(new URL('untested.json', root), UntestedFile).catch(
    (error: NodeJS.ErrnoException) =>
      error.code === 'ENOENT' ? {} : new Error(`untested.json: ${error.message}`),
  )
}
