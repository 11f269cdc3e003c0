import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createDatabase } from '@linecard/test-kit/worlds/database'
import { good, type Row } from './rows.ts'

export interface Site {
  configFile: string
  remove(): Promise<void>
}

function writePackage(folder: string, row: Pick<Row, 'id' | 'kind' | 'code' | 'manifest'>): void {
  const { id, kind = 'plugin', code, manifest = { kind, id, api: 1 } } = row
  const place = join(folder, 'node_modules', id)
  mkdirSync(place, { recursive: true })
  const block = manifest === null ? {} : { linecard: manifest }
  const json = { name: id, version: '1.0.0', type: 'module', exports: './index.js', ...block }
  writeFileSync(join(place, 'package.json'), JSON.stringify(json))
  writeFileSync(join(place, 'index.js'), code)
}

/**
 * An installation outside of the repository: plugins of Linecard, the good packages and then these, as they lie
 * on the disk of a provider, on a database of its own.
 */
export async function makeSite(
  rows: readonly Pick<Row, 'id' | 'kind' | 'code' | 'manifest'>[],
  own: readonly string[] = [],
  settings: Readonly<Record<string, object>> = {},
): Promise<Site> {
  const folder = mkdtempSync(join(tmpdir(), 'linecard-bad-packages-'))
  const database = await createDatabase()
  mkdirSync(join(folder, 'node_modules'))
  for (const name of ['@linecard', '@mikro-orm', 'typebox'])
    symlinkSync(resolve('node_modules', name), join(folder, 'node_modules', name))
  const all = [...good, ...rows]
  for (const row of all) writePackage(folder, row)
  const named = (kind: Row['kind']) => all.filter(row => (row.kind ?? 'plugin') === kind).map(({ id }) => id)
  const configFile = join(folder, 'linecard.json')
  const config = {
    data_dir: join(folder, 'data'),
    http: { port: 0 },
    database: { url: database.url },
    plugins: [...own, ...named('plugin')],
    drivers: named('driver'),
    settings: { system: { new_version_check: false }, ...settings },
  }
  writeFileSync(configFile, JSON.stringify(config))
  return {
    configFile,
    async remove() {
      await database.drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
