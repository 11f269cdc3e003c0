import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Varbind } from '@linecard/driver-kit'
import { formatGoldens, type DeviceFile, type Draft, type UntestedFile } from '@linecard/driver-kit/drafts'
import { formatSnmprec, recordingOf } from '@linecard/driver-kit/recording'

/** What a recording folder gets. */
export interface Content {
  device: DeviceFile
  varbinds: readonly Varbind[]
  contexts: ReadonlyMap<string, readonly Varbind[]>
  /** Null if no driver here has the model. */
  draft: Draft | null
  /** Also writes the answers, as golden ones. */
  expected: boolean
}

const readJson = <T>(file: string, absent: T): Promise<T> =>
  readFile(file, 'utf8').then(
    text => JSON.parse(text) as T,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return absent
      throw error
    },
  )

const writeJson = (file: string, value: unknown) => writeFile(file, `${JSON.stringify(value, null, 2)}\n`)

/** Adds why modules do not run on this recording. What somebody has written stays. */
async function writeUntested(root: string, model: string, failed: Draft['failed']): Promise<void> {
  if (failed.size === 0) return
  const file = join(root, 'untested.json')
  const known = await readJson<UntestedFile>(file, {})
  const added = [...failed].map(([module, why]) => [
    `${model}/${module}`,
    `recorded, and does not run: ${why}`,
  ])
  await writeJson(file, { ...known, modules: { ...Object.fromEntries(added), ...known.modules } })
}

/** Writes the folder `<root>/<model>/<firmware>` as `testDriver` reads it. */
export async function writeFolder(dir: string, content: Content): Promise<void> {
  const { device, varbinds, contexts, draft, expected } = content
  await mkdir(dir, { recursive: true })
  await writeFile(join(dir, 'snmp.snmprec'), formatSnmprec(recordingOf(varbinds)))
  for (const [name, view] of contexts)
    await writeFile(join(dir, `snmp.${name}.snmprec`), formatSnmprec(recordingOf(view)))
  const before = await readJson<Partial<DeviceFile>>(join(dir, 'device.json'), {})
  const args = { ...draft?.args, ...before.args }
  await writeJson(join(dir, 'device.json'), { ...device, ...(Object.keys(args).length > 0 && { args }) })
  if (!draft) return
  await writeUntested(join(dir, '../..'), device.model, draft.failed)
  if (expected) await writeFile(join(dir, 'expected.json'), formatGoldens(draft.golden))
}
