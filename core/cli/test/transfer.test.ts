import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assert, suite } from '@linecard/test-kit'
import { startWorld, type World } from '@linecard/test-kit/worlds/inventory'
import { commands } from '../src/program.ts'
import { ownTerminal } from '../src/terminal.ts'
import { createTools } from '../src/tools.ts'

const test = suite('commands: import and export')
let world: World
let folder: string
let tools: ReturnType<typeof createTools>
let told: { printed: unknown; said: string[] } = { printed: null, said: [] }
test.before(async () => {
  world = await startWorld()
  folder = await mkdtemp(join(tmpdir(), 'linecard-cli-'))
  tools = {
    ...createTools({ format: 'table', configFile: world.configFile, terminal: ownTerminal() }),
    print: printed => {
      told.printed = printed
    },
    remark: said => {
      told.said.push(said)
    },
  }
})
test.after(async () => {
  await tools?.close()
  await world?.stop()
  await rm(folder, { recursive: true, force: true })
})

async function run(
  name: string,
  args: string[],
  options: Record<string, string | boolean> = {},
): Promise<typeof told> {
  told = { printed: null, said: [] }
  await commands.find(command => command.name === name)!.run(tools, args, options)
  return told
}
const failure = (...given: Parameters<typeof run>) =>
  run(...given).then(
    () => 'no failure',
    (error: Error) => error.message,
  )
const file = async (name: string, text: string) => {
  await writeFile(join(folder, name), text)
  return join(folder, name)
}
const count = async () =>
  Number((await world.sql<{ n: string }>('select count(*) as n from inventory_device'))[0]!.n)

test('a file is imported, what was not added is shown, and no credential is', async () => {
  await world.http('POST', '/device-model', { key: 'ping_only', name: 'Ping only', type: 'ICMP' })
  const path = await file(
    'devices.csv',
    '10.5.0.1,admin,~q7~,public,,one,ping_only\n10.5.0.2,admin,~q7~,public,,two,no_such\n',
  )
  const { printed, said } = await run('device:import', [path])
  assert.equal(
    (printed as { line: number; result: string; code: string }[]).map(row => [
      row.line,
      row.result,
      row.code,
    ]),
    [[2, 'invalid', 'INVENTORY_ROW_MODEL']],
  )
  assert.ok(
    said.some(text => text.endsWith('2 of 2 lines, 1 added, 1 invalid')),
    said.join('\n'),
  )
  assert.not.ok(JSON.stringify(told).includes('~q7~'))
  assert.is(await count(), 1)
})

test('a dry run and all-or-none write nothing, and bad arguments are said in a line', async () => {
  const good = await file('more.csv', '10.5.0.3,,,,,three,ping_only\n')
  assert.ok(
    (await run('device:import', [good], { dryRun: true })).said.some(text => text.includes('1 would add')),
  )
  const bad = await file('bad.csv', '10.5.0.4,,,,,four,ping_only\nnonsense\n')
  assert.match(await failure('device:import', [bad], { atomic: true }), /nothing was added/)
  assert.is(await count(), 1)
  assert.match(await failure('device:import', [join(folder, 'absent.csv')]), /there is no file/)
  assert.match(await failure('device:import', [good], { group: 'north' }), /--group/)
  assert.match(await failure('device:import', [good], { group: '4711' }), /There is no group 4711/)
  assert.match(await failure('device:import', [await file('empty.csv', '')]), /no line/)
})

test('tables are exported to files, and an import reads the one of the devices', async () => {
  const path = join(folder, 'out.csv')
  await run('device:export', [path], { separator: 'semicolon', bom: true })
  const text = await readFile(path, 'utf8')
  assert.match(text, /^\uFEFFip;name;model key;/)
  assert.ok(text.includes('10.5.0.1;one;ping_only;'))
  await world.sql('delete from inventory_device')
  assert.equal((await run('device:import', [path])).said[0], 'all lines are valid')
  assert.is(await count(), 1)
  for (const [name, heading] of [
    ['interface:export', 'id,device id,'],
    ['onu:export', 'id,device id,'],
  ] as const) {
    await run(name, [path])
    assert.ok((await readFile(path, 'utf8')).startsWith(heading), name)
  }
  assert.match(await failure('device:export', [path], { separator: 'pipe' }), /--separator/)
  assert.match(await failure('device:export', [join(folder, 'no/such/folder.csv')]), /cannot write/)
})
