import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { assert, suite, until } from '@linecard/test-kit'
import { program } from '@linecard/test-kit/worlds/linecard'
import { blocksOf, createReader } from '../support/guide.ts'
import type { Installation } from '../support/installation.ts'
import { fourMakers, startSwitches } from '../support/switches.ts'

/**
 * The guide for authors of macros, as an author follows it: its files are written, its commands run in a
 * shell, and what it says that they answer must be in their output.
 */
const test = suite('guide of macros', { level: 'full' })
const guide = 'docs/guides/macros.md'
const { 'sw-dlink': dlink } = fourMakers

let house!: Installation
let folder = ''
let key = ''

test.before(async () => {
  const started = await startSwitches({ 'sw-dlink': dlink }, { commands: true })
  house = started.house
  folder = mkdtempSync(join(tmpdir(), 'linecard-guide-'))
  const id = started.ids.get('sw-dlink')!
  await until('the ports are read', async () =>
    (await house.admin.get<{ name: string }[]>(`/device-interface?device_id=${id}`)).find(
      ({ name }) => name === dlink.port,
    ),
  )
  // A preview of a device shows its stored answers.
  await house.admin.post(`/switcher-core/device/interfaces_list/${id}`, {})
  key = (await house.running.use('auth').issueKey('admin', '1h')).key
})
test.after(async () => {
  if (folder) rmSync(folder, { recursive: true })
  await house?.stop()
})

test('every block of the guide does what the guide says', async () => {
  const reader = createReader({
    folder,
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      LINECARD_CONFIG: house.configFile,
      URL: house.url,
      KEY: key,
      SWITCH: house.simulated('sw-dlink').ip,
      PORT: dlink.port,
      EXAMPLES: resolve('examples/macros'),
    },
    begin: `linecard() { "${program.join('" "')}" "$@"; }`,
  })
  for (const block of blocksOf(readFileSync(guide, 'utf8'))) await reader.follow(block)
  assert.ok(reader.ran() >= 11, `${reader.ran()} blocks ran`)
  const typed = house.simulated('sw-dlink').console!.typed
  assert.ok(typed.includes('config ports 7 description "flat 7"'))
  assert.not.ok(typed.some(line => line.includes('reboot')))
})

test('the codes in the guide exist', () => {
  const text = readFileSync(guide, 'utf8')
  const errors = readFileSync('docs/errors.md', 'utf8')
  for (const [, code] of text.matchAll(/`((?:MACROS|TEMPLATE)_[A-Z_]+[A-Z])`/g))
    assert.ok(errors.includes(`\`${code}\``), code)
})
