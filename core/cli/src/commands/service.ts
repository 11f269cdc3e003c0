import type { Component } from '@linecard/plugin-kit'
import type { CliCommand } from '../command.ts'

const components: CliCommand = {
  name: 'component:list',
  summary: 'Lists plugins and drivers with their state',
  async run(tools) {
    const installation = await tools.use('installation')
    tools.print(installation.components(), {
      Component: (row: Component) => row.key,
      Kind: (row: Component) => row.kind,
      State: (row: Component) => row.state,
      Version: (row: Component) => row.version,
      Reason: (row: Component) => row.reason,
    })
  },
}

const generateKey: CliCommand = {
  name: 'user:generate-key',
  records: 'user:key_added',
  summary: 'Creates a key for a user and shows it; it cannot be shown again',
  args: { '<login>': 'login of the user', '<lifetime>': 'for example 10m, 1h, 30d or 365d' },
  async run(tools, [login, lifetime]) {
    const auth = await tools.use('auth')
    const issued = await auth.issueKey(login as string, lifetime as string, 'created on the command line')
    tools.print([issued], {
      ID: (row: typeof issued) => row.id,
      User: (row: typeof issued) => `${row.user.id} ${row.user.login} ${row.user.name}`,
      Key: (row: typeof issued) => row.key,
      'Expired At': (row: typeof issued) => row.expired_at,
    })
  },
}

export const serviceCommands = [components, generateKey]
