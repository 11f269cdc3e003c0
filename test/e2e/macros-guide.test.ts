import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { assert, suite, until } from '@linecard/test-kit'
import { program } from '@linecard/test-kit/worlds/linecard'
import type { Installation } from '../support/installation.ts'
import { fourMakers, startSwitches } from '../support/switches.ts'

/**
 * The guide for authors of macros, as an author follows it: its files are written, its commands run in a
 * shell, and what it says that they answer must be in their output.
 */
const test = suite('guide of macros', { level: 'full' })
const guide = 'docs/guides/macros.md'
const { 'sw-dlink': dlink } = fourMakers

interface Block {
  kind: string
  more: string
  text: string
}
const blocks: Block[] = [...readFileSync(guide, 'utf8').matchAll(/^```(\w+) ?(.*)\n([\s\S]*?)^```$/gm)].map(
  ([, kind, more, text]) => ({ kind: kind!, more: more!, text: text! }),
)

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

async function shell(script: string): Promise<{ code: number | null; output: string }> {
  const child = spawn('bash', ['-e', '-c', `linecard() { "${program.join('" "')}" "$@"; }\n${script}`], {
    cwd: folder,
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
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += String(chunk)
    })
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output }
}

test('every block of the guide does what the guide says', async () => {
  let last = ''
  let ran = 0
  for (const { kind, more, text } of blocks) {
    if (kind === 'sh') {
      const { code, output } = await shell(text)
      assert.is(code, more === 'fails' ? 1 : 0, `${text}\n${output}`)
      last = output
      ran++
    } else if (kind === 'text') {
      for (const line of text.trim().split('\n')) assert.ok(last.includes(line), `no "${line}" in:\n${last}`)
    } else {
      assert.ok(more, `a block of ${kind} without a file`)
      mkdirSync(dirname(join(folder, more)), { recursive: true })
      writeFileSync(join(folder, more), text)
    }
  }
  assert.ok(ran >= 11, `${ran} blocks ran`)
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
