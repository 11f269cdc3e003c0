import type { Component, Setting, SettingsSection } from '@linecard/plugin-kit'
import { CommandError, type CliCommand, type Tools } from '../command.ts'
import { readSecret } from '../secret.ts'

interface Row extends Setting {
  setting: string
}

const rowsOf = (sections: readonly SettingsSection[]): Row[] =>
  sections.flatMap(({ key: component, settings }) =>
    settings.map(setting => ({ ...setting, setting: `${component}.${setting.key}` })),
  )
const readRows = async (tools: Tools) =>
  rowsOf((await tools.api('GET', '/system/configuration')).data as SettingsSection[])

const columns = {
  Setting: (row: Row) => row.setting,
  Value: (row: Row) => row.value,
  Source: (row: Row) => (row.source === 'environment' ? row.environment : row.source),
  Default: (row: Row) => row.default,
  State: (row: Row) =>
    row.problem ??
    (row.restart_needed
      ? 'restart needed'
      : row.editable
        ? row.requires_restart
          ? 'after a restart'
          : 'live'
        : 'fixed'),
  What: (row: Row) => row.title,
}

async function find(tools: Tools, name: string | undefined): Promise<Row> {
  if (!name) throw new CommandError('name a setting, e.g. system.app_name; system:configuration lists them')
  const found = (await readRows(tools)).find(row => row.setting === name)
  if (!found) throw new CommandError(`there is no setting "${name}"; system:configuration lists them`)
  return found
}

async function change(tools: Tools, row: Row, value: unknown): Promise<void> {
  const [component = '', key = ''] = row.setting.split('.')
  const { data } = await tools.api('PUT', '/system/configuration', {
    body: { [component]: { [key]: value } },
  })
  const now = rowsOf(data as SettingsSection[]).find(({ setting }) => setting === row.setting)!
  tools.print([now], columns)
  if (now.requires_restart) tools.remark('running processes use the new value after their restart')
}

type Action = (tools: Tools, name: string | undefined, value: string | undefined) => Promise<void>

const actions: Readonly<Record<string, Action>> = {
  async list(tools, name) {
    tools.print(
      (await readRows(tools)).filter(
        ({ setting }) => !name || setting === name || setting.startsWith(`${name}.`),
      ),
      columns,
    )
  },
  async get(tools, name) {
    const row = await find(tools, name)
    tools.print(tools.format === 'table' ? row.value : row)
  },
  async set(tools, name, value) {
    const row = await find(tools, name)
    if (row.secret && value !== undefined)
      throw new CommandError(
        `${row.setting} is a secret: type it at the prompt or send it on standard input; ` +
          'other users of this machine can see arguments',
      )
    if (!row.secret && value === undefined)
      throw new CommandError(`the value is missing: system:configuration set ${row.setting} <value>`)
    await change(tools, row, row.secret ? await readSecret(tools, row.title) : value)
  },
  async reset(tools, name) {
    await change(tools, await find(tools, name), null)
  },
}

const configuration: CliCommand = {
  name: 'system:configuration',
  summary: 'Lists settings, shows one, changes one in all processes, or resets one to the config file',
  args: {
    '[action]': 'list, get, set or reset (default list)',
    '[setting]': '<component>.<key>, or a component to list',
    '[value]': 'new value; a secret is asked for',
  },
  async run(tools, [action = 'list', name, value]) {
    const act = Object.hasOwn(actions, action as string) ? actions[action as string]! : null
    if (!act) throw new CommandError(`"${String(action)}" is not one of ${Object.keys(actions).join(', ')}`)
    await act(tools, name as string | undefined, value as string | undefined)
  },
}

const info: CliCommand = {
  name: 'system:info',
  summary: 'Shows version, database, processes and counts of the installation',
  async run(tools) {
    tools.print((await tools.api('GET', '/system/info')).data)
  },
}

const componentColumns = {
  Component: (row: Component) => row.key,
  Kind: (row: Component) => row.kind,
  State: (row: Component) => row.state,
  Version: (row: Component) => row.version,
  Reason: (row: Component) => row.reason,
}

const control: CliCommand = {
  name: 'component:control',
  summary: 'Switches a component on or off, in all running processes',
  args: { '<key>': 'key of the component, see component:list', '<action>': 'enable or disable' },
  async run(tools, [key, action]) {
    if (action !== 'enable' && action !== 'disable')
      throw new CommandError(`the action must be enable or disable, not "${String(action)}"`)
    const { data } = await tools.api('PUT', `/system-components/${encodeURIComponent(key as string)}`, {
      body: { enabled: action === 'enable' },
    })
    tools.print([data], componentColumns)
  },
}

interface Dependent extends Component {
  required_by: string[]
}

const dependencies: CliCommand = {
  name: 'component:dependencies',
  summary: 'Shows which components need which',
  async run(tools) {
    const rows = (await tools.api('GET', '/system-components')).data as Dependent[]
    tools.print(
      rows
        .filter(({ kind }) => kind === 'plugin')
        .map(({ key, state, requires, required_by }) => ({ key, state, requires, required_by })),
      {
        Component: (row: Dependent) => row.key,
        State: (row: Dependent) => row.state,
        Needs: (row: Dependent) => row.requires.join(', ') || null,
        'Needed By': (row: Dependent) => row.required_by.join(', ') || null,
      },
    )
  },
}

export const systemCommands = [configuration, info, control, dependencies]
