import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { identText } from '@linecard/simulator'
import { assert, suite } from '@linecard/test-kit'
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

interface Block {
  kind: string
  more: string
  text: string
}
const blocksOf = (section: string): Block[] =>
  [...section.matchAll(/^```(\w+) ?(.*)\n([\s\S]*?)^```$/gm)].map(([, kind, more, text]) => ({
    kind: kind!,
    more: more!,
    text: text!,
  }))

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

// What a block sets is there in the next ones.
const kept = 'set -a; if [ -f .kept ]; then . ./.kept; fi; trap "{ export -p; declare -f; } >.kept" EXIT'

async function shell(script: string): Promise<{ code: number | null; output: string }> {
  const child = spawn('bash', ['-e', '-c', `${kept}\n${script}`], {
    cwd: folder,
    env: {
      PATH: `${dirname(process.execPath)}:${process.env['PATH']}`,
      HOME: folder,
      URL: house.url,
      KEY: key,
      OLT: String(olt.id),
      OLT2: String(other.id),
      EXAMPLES: resolve('examples/registration'),
    },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += String(chunk)
    })
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output }
}

/** Runs a block, or looks whether what it says was answered. Gives the last output. */
async function followed({ kind, more, text }: Block, last: string): Promise<string> {
  if (kind === 'text') {
    for (const line of text.trim().split('\n')) assert.ok(last.includes(line), `no "${line}" in:\n${last}`)
    return last
  }
  if (kind !== 'sh') {
    assert.ok(more, `a block of ${kind} without a file`)
    writeFileSync(join(folder, more), text)
    return last
  }
  const { code, output } = await flowing(olt, () => shell(text))
  // The network is in order again after a block that fails.
  olt.device.console!.behaviour = {}
  assert.is(code === 0, more !== 'fails', `${text}\n${output}`)
  return output
}

test('every block of the guide does what the guide says', async () => {
  let last = ''
  let ran = 0
  const happened: string[] = []
  for (const section of readFileSync(guide, 'utf8').split(/^## /m)) {
    const heading = section.slice(0, section.indexOf('\n'))
    if (happens[heading]) {
      happens[heading]()
      happened.push(heading)
    }
    for (const block of blocksOf(section)) {
      last = await followed(block, last)
      if (block.kind === 'sh') ran++
    }
  }
  assert.ok(ran >= 20, `${ran} blocks ran`)
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
