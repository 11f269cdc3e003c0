import { Readable } from 'node:stream'
import { Type as T } from 'typebox'
import { definePlugin, type Context } from '@linecard/plugin-kit'
import { assert, suite } from '@linecard/test-kit'
import { makeWorld, type World } from '@linecard/test-kit/worlds/core'
import { CommandError, type Tools } from '../../core/cli/src/command.ts'
import { systemCommands } from '../../core/cli/src/commands/system.ts'
import { ownTerminal } from '../../core/cli/src/terminal.ts'
import { createTools } from '../../core/cli/src/tools.ts'

const test = suite('system commands with secrets')
let world: World
let ctx: Context<{ token: string }>
const vault = definePlugin({
  id: 'keeper',
  api: 1,
  requires: ['identity'],
  config: T.Object({ token: T.String({ default: '', writeOnly: true }) }),
  setup(given) {
    ctx = given
  },
})
test.before(async () => {
  world = await makeWorld({ plugins: [vault] })
})
test.after(() => world?.stop())

const printed: unknown[] = []
const tools = (): Tools => {
  const terminal = ownTerminal()
  const opened = { kernel: async () => world, started: () => true, close: async () => undefined }
  return {
    ...createTools({ format: 'table', configFile: null, terminal }, opened),
    remark: text => {
      printed.push(text)
    },
    print: data => {
      printed.push(data)
    },
  }
}
const command = systemCommands.find(({ name }) => name === 'system:configuration')!

test('a secret is read from standard input, never from an argument, and is not shown', async () => {
  const refused = await command.run(tools(), ['set', 'keeper.token', 'on the command line'], {}).then(
    () => null,
    (error: unknown) => error,
  )
  assert.ok(refused instanceof CommandError)
  assert.match((refused as Error).message, 'is a secret')
  assert.is(ctx.config.token, '')

  const stdin = Object.getOwnPropertyDescriptor(process, 'stdin')!
  Object.defineProperty(process, 'stdin', {
    configurable: true,
    value: Readable.from(['from a pipe\nand more']),
  })
  try {
    await command.run(tools(), ['set', 'keeper.token'], {})
  } finally {
    Object.defineProperty(process, 'stdin', stdin)
  }
  assert.is(ctx.config.token, 'from a pipe')
  await command.run(tools(), ['list', 'keeper'], {})
  assert.not.match(JSON.stringify(printed), 'from a pipe')
})
