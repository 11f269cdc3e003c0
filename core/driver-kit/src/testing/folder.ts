import { readFile, readdir, writeFile } from 'node:fs/promises'
import type { Missing } from '../contract/errors.ts'
import { ApiFile, CliFile, DeviceFile, UntestedFile } from './folder-files.ts'
import type { RecordedCommand } from './replay-cli.ts'
import type { RecordedApi } from './replay-router-os.ts'
import { parseSnmprec, type Recording } from '../recording/index.ts'
import { validator } from '../validation/validate.ts'

/** A golden answer: that of a module on a recording. */
export interface Golden {
  data: unknown
  missing: Missing[]
  /** For a changing module: values that it wrote, as lines of a `.snmprec`. */
  sent?: string[]
  /** For a changing module: its console commands, after the name of their mode, and RouterOS requests. */
  typed?: string[]
}

/** One recording of a driver, with its golden answers. */
export interface Folder {
  /** `<model>/<firmware>` */
  name: string
  url: URL
  device: DeviceFile
  /** Empty for a device with a console alone. */
  recording: Recording
  /**
   * `device.json` has no `walked`: there is no snmp.snmprec, SNMP is off, and the console tells everything.
   */
  consoleOnly: boolean
  /** Other views of the agent, from `snmp.<context>.snmprec`, by the name of the SNMPv3 context. */
  contexts: ReadonlyMap<string, Recording>
  /** Empty where the folder has no cli.json. */
  cli: readonly RecordedCommand[]
  /** Null where the folder has no api.json. */
  api: RecordedApi | null
  /** The golden answers of `expected.json`, by module. */
  golden: ReadonlyMap<string, Golden>
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

/** A file of a folder; `absent` if the folder does not have it. */
const readOptional = <T>(
  folder: URL,
  folderName: string,
  file: string,
  schema: typeof CliFile | typeof ApiFile,
  absent: T,
): Promise<T> =>
  readJson<T>(new URL(file, folder), schema).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return absent
    throw new Error(`${folderName}/${file}: ${error.message}`, { cause: error })
  })

async function readContexts(url: URL, name: string): Promise<Map<string, Recording>> {
  const files = (await names(url, 'isFile')).flatMap(file => {
    const context = /^snmp\.(.+)\.snmprec$/.exec(file)?.[1]
    return context === undefined ? [] : [{ file, context }]
  })
  return new Map(
    await Promise.all(
      files.map(
        async ({ file, context }) =>
          [context, parseSnmprec(await readFile(new URL(file, url), 'utf8'), `${name}/${file}`)] as const,
      ),
    ),
  )
}

const fileOf = (folder: Pick<Folder, 'url'>): URL => new URL('expected.json', folder.url)

/** The golden answers of a folder by module; none where it has no `expected.json`. */
export async function readGoldens(folder: Pick<Folder, 'url'>): Promise<Map<string, Golden>> {
  const text = await readFile(fileOf(folder), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}'
    throw error
  })
  return new Map(Object.entries(JSON.parse(text) as Record<string, Golden>))
}

/** `expected.json` as it is written: modules in the order of their names. */
export const formatGoldens = (goldens: Iterable<readonly [string, Golden]>): string => {
  const sorted = [...goldens].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`
}

/** Writes the answer of one module, beside those of the others. */
export async function writeGolden(folder: Folder, name: string, golden: Golden): Promise<void> {
  const all = (await readGoldens(folder)).set(name, golden)
  await writeFile(fileOf(folder), formatGoldens(all))
}

async function readFolder(url: URL, name: string): Promise<Folder> {
  const device = await readJson<DeviceFile>(new URL('device.json', url), DeviceFile).catch((error: Error) => {
    throw new Error(`${name}/device.json: ${error.message}`, { cause: error })
  })
  const file = `${name}/snmp.snmprec`
  const consoleOnly = device.walked === undefined
  const recording = parseSnmprec(
    consoleOnly ? '' : await readFile(new URL('snmp.snmprec', url), 'utf8'),
    file,
  )
  const contexts = await readContexts(url, name)
  const cli = await readOptional<RecordedCommand[]>(url, name, 'cli.json', CliFile, [])
  const api = await readOptional<RecordedApi | null>(url, name, 'api.json', ApiFile, null)
  const golden = await readGoldens({ url }).catch((error: Error) => {
    throw new Error(`${name}/expected.json: ${error.message}`, { cause: error })
  })
  return { name, url, device, recording, consoleOnly, contexts, cli, api, golden }
}

/** All recording folders of a driver; an error in place of a folder that cannot be read. */
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
