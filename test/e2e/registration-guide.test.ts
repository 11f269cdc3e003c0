import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { identText } from '@linecard/simulator'
import { assert, suite } from '@linecard/test-kit'
import { blocksOf, createReader } from '../support/guide.ts'
import { features, type Installation } from '../support/installation.ts'
import { startOlts, type OltWorld } from './olts/world.ts'
import { connect, flowing, inOlt, storeTemplate } from './registration/steps.ts'
import { exampleTemplate } from './registration/template.ts'

/**
 * The guide of registrations, as a technician follows it: its files are written, its commands run in a shell
 * on a living OLT, and what it says that they answer must be in their output.
 */
const test = suite('guide of registrations', { level: 'full' })
const guide = 'docs/guides/registration.md'
const [first, second] = ['gpon_1/1/1', 'gpon_1/1/2']

let house!: Installation
let olt!: OltWorld
let other!: OltWorld
let folder = ''
let key = ''

test.before(async () => {
  const plan = { vendor: 'zte', model: 'C320' } as const
  const started = await startOlts({ north: plan, south: { ...plan, onusOnEveryPort: 2 } }, features)
  house = started.house
  olt = started.worlds.get('north')!
  other = started.worlds.get('south')!
  folder = mkdtempSync(join(tmpdir(), 'linecard-guide-'))
  key = (await house.running.use('auth').issueKey('admin', '1h')).key
  await storeTemplate(olt, exampleTemplate('zte-fw21-bridge'))
  for (const nth of [1, 2, 3, 4, 5]) connect(olt, first, `ZTEGC0FFEE0${nth}`, 'F660')
})
test.after(async () => {
  if (folder) rmSync(folder, { recursive: true })
  await house?.stop()
})

/** What happens in the network before a section of the guide, by its heading. */
const happens: Readonly<Record<string, () => void>> = {
  '6. Open registrations': () => {
    const command = /^(?:tcont|no onu) /
    olt.device.console!.behaviour = { drop: { command, after: 0, unrun: true } }
  },
  '8. Another port': () => connect(olt, second, 'ZTEGC0FFEE02', 'F660'),
  '10. Cut-over of a port': () => {
    for (const { serial, type } of olt.olt.pons.find(({ ifName }) => ifName === second)!.onus)
      connect(other, second, identText(serial), type)
  },
}

test('every block of the guide does what the guide says', async () => {
  const reader = createReader({
    folder,
    env: {
      PATH: `${dirname(process.execPath)}:${process.env['PATH']}`,
      HOME: folder,
      URL: house.url,
      KEY: key,
      OLT: String(olt.id),
      OLT2: String(other.id),
      EXAMPLES: resolve('examples/registration'),
    },
    within: async run => {
      const output = await flowing(olt, run)
      // The network is in order again after a block that fails.
      olt.device.console!.behaviour = {}
      return output
    },
  })
  const happened: string[] = []
  for (const section of readFileSync(guide, 'utf8').split(/^## /m)) {
    const heading = section.slice(0, section.indexOf('\n'))
    if (happens[heading]) {
      happens[heading]()
      happened.push(heading)
    }
    for (const block of blocksOf(section)) {
      await reader.follow(block)
    }
  }
  assert.ok(reader.ran() >= 20, `${reader.ran()} blocks ran`)
  assert.equal(happened, Object.keys(happens))
  assert.is(inOlt(olt, 'ZTEGC0FFEE02'), undefined, 'the cut-over has removed it here')
  assert.is(inOlt(other, 'ZTEGC0FFEE02')?.port.ifName, second)
  for (const ident of ['ZTEGC0FFEE03', 'ZTEGC0FFEE04']) assert.is(inOlt(olt, ident)?.port.ifName, first)
})

test('the codes in the guide exist', () => {
  const text = readFileSync(guide, 'utf8')
  const errors = readFileSync('docs/errors.md', 'utf8')
  const codes = [...text.matchAll(/ONTS_REGISTRATION_[A-Z_]+[A-Z]/g)]
  assert.ok(codes.length > 0)
  for (const [code] of codes) assert.ok(errors.includes(`\`${code}\``), code)
})
