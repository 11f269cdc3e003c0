import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Finding } from '@linecard/plugin-kit/doctor'
import { assert, suite } from '@linecard/test-kit'
import { startWorld, type World } from '@linecard/test-kit/worlds/inventory'
import { program } from '@linecard/test-kit/worlds/linecard'
import { serveCommands } from '../src/service.ts'
import type { CommandSocket } from '../src/socket/server.ts'

const test = suite('linecard doctor', { level: 'full' })
let world: World
let socket: CommandSocket
test.before(async () => {
  world = await startWorld()
  socket = await serveCommands(world, dirname(world.configFile), why => assert.unreachable(why))
})
test.after(async () => {
  await socket?.close()
  await world?.stop()
})

async function doctor(configFile: string, ...words: string[]) {
  const env = { ...process.env, LINECARD_CONFIG: configFile, LINECARD_PORT: new URL(world.url!).port }
  const child = spawn(program[0], [program[1], 'doctor', ...words], { env })
  const told = { out: '', error: '' }
  child.stdout.on('data', (chunk: Buffer) => (told.out += String(chunk)))
  child.stderr.on('data', (chunk: Buffer) => (told.error += String(chunk)))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, ...told }
}

test('beside a running service its port is ours, each check is one line, and nothing fails', async () => {
  const { code, out, error } = await doctor(world.configFile)
  assert.is(code, 0, out + error)
  assert.is(error, '')
  const lines = out.trimEnd().split('\n')
  for (const line of lines) assert.match(line, /^(ok  |warn) {2}[\w. -]+: /)
  assert.ok(lines.some(line => /^ok {4}port: .* is that of the running service$/.test(line)))
  assert.ok(lines.some(line => /^ok {4}tables: \d+ migrations applied/.test(line)))
})

test('what fails is told with what to do, in JSON too, and the exit code is 1', async () => {
  const file = join(dirname(world.configFile), 'other.json')
  const url = 'postgres://u:s3cr3t-w0rd@127.0.0.1:1/x'
  await writeFile(
    file,
    JSON.stringify({ data_dir: '.', database: { url }, drivers: ['@linecard/driver-generic'] }),
  )
  const table = await doctor(file)
  assert.is(table.code, 1)
  assert.match(table.out, /^fail {2}database: cannot use PostgreSQL at 127\.0\.0\.1:1\/x: .*\. What to do: /m)
  assert.match(table.error, /^linecard: 1 of \d+ checks failed\n$/)
  const { code, out, error } = await doctor(file, '-o', 'json')
  assert.is(code, 1)
  const findings = JSON.parse(out) as Finding[]
  assert.equal(
    findings.filter(({ state }) => state === 'fail').map(({ check }) => check),
    ['database'],
  )
  assert.not.match(table.out + table.error + out + error, 's3cr3t-w0rd')
})
