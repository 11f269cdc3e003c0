import { CommandError, type CliCommand, type Tools } from '../command.ts'
import { readNewPassword } from '../secret.ts'

interface Role {
  id: number
  name: string
  description: string
  permissions: string[]
}
interface User {
  id: number
  login: string
  name: string
  email: string
  status: string
  role: Role
  last_activity?: string
  settings: Record<string, unknown>
  device_groups: { id: number; name: string }[]
}

const columns = {
  ID: (row: User) => row.id,
  Login: (row: User) => row.login,
  Name: (row: User) => row.name,
  Role: (row: User) => row.role.name,
  Status: (row: User) => row.status,
  Groups: (row: User) => row.device_groups.map(group => group.name || group.id).join(', ') || 'all',
  'Last Activity': (row: User) => row.last_activity,
}

const allOf = async <T>(tools: Tools, path: string): Promise<T[]> =>
  (await tools.api('GET', path, { query: { limit: 10_000 } })).data as T[]

/** Finds a user by login or id. A login that looks like an id comes first. */
export async function findUser(tools: Tools, ref: string): Promise<User> {
  const users = await allOf<User>(tools, '/user')
  const found =
    users.find(user => user.login.toLowerCase() === ref.toLowerCase()) ??
    users.find(user => String(user.id) === ref)
  if (!found) throw new CommandError(`there is no user "${ref}"`)
  return found
}

async function findRole(tools: Tools, ref: string | undefined): Promise<Role> {
  const roles = await allOf<Role>(tools, '/user-role')
  const found =
    ref &&
    (roles.find(role => role.name.toLowerCase() === ref.toLowerCase()) ??
      roles.find(role => String(role.id) === ref))
  if (found) return found
  throw new CommandError(
    `${ref ? `there is no role "${ref}"` : 'name a role'}; ` +
      `the roles are: ${roles.map(role => `${role.id} ${role.name}`).join(', ')}`,
  )
}

const list: CliCommand = {
  name: 'user:list',
  summary: 'Lists users with their roles and device groups',
  run: async tools => tools.print(await allOf<User>(tools, '/user'), columns),
}

const add: CliCommand = {
  name: 'user:add',
  summary: 'Creates a user; asks for the password, or reads it from standard input',
  args: { '<login>': 'login of the new user', '<role>': 'name or id of the role' },
  options: {
    '-n, --name <name>': 'name of the person',
    '-e, --email <address>': 'mail address',
    '-g, --groups <ids>': 'device groups that the user sees, separated by commas; by default all',
  },
  async run(tools, [login, role], { name, email, groups }) {
    const password = await readNewPassword(tools)
    const { id } = await findRole(tools, role as string)
    const device_groups = groups === undefined ? [] : String(groups).split(',').map(Number)
    const { data } = await tools.api('POST', '/user', {
      body: {
        login,
        password,
        role_id: id,
        device_groups,
        ...(name ? { name } : {}),
        ...(email ? { email } : {}),
      },
    })
    tools.print(data, columns)
  },
}

const changeRole: CliCommand = {
  name: 'user:change-role',
  summary: 'Gives a user another role; without a role it shows the roles',
  args: { '<login>': 'login or id', '[role]': 'name or id of the role' },
  async run(tools, [ref, role]) {
    const user = await findUser(tools, ref as string)
    const { id } = await findRole(tools, role as string | undefined)
    tools.print((await tools.api('PUT', `/user/${user.id}`, { body: { role_id: id } })).data, columns)
  },
}

const resetPassword: CliCommand = {
  name: 'user:reset-password',
  summary: 'Sets a new password, typed or from standard input; ends all sessions and keys of the user',
  args: { '<login>': 'login or id' },
  async run(tools, [ref]) {
    const password = await readNewPassword(tools)
    const user = await findUser(tools, ref as string)
    await tools.api('PUT', `/user/${user.id}`, { body: { password } })
    tools.remark(`${user.login} has a new password; all sessions and keys are ended`)
  },
}

const resetStrict: CliCommand = {
  name: 'user:reset-ip-strict',
  summary: 'Lets a user sign in from every address again',
  args: { '<login>': 'login or id' },
  async run(tools, [ref]) {
    const user = await findUser(tools, ref as string)
    await tools.api('PUT', `/user/${user.id}`, {
      body: { settings: { ...user.settings, strict_access_by_ip: { enabled: false, networks: [] } } },
    })
    tools.remark(`${user.login} can sign in from every address`)
  },
}

const resetUser: CliCommand = {
  name: 'user:reset-user',
  summary: 'Turns off the two-factor authentication of a user, e.g. after the loss of an authenticator',
  args: { '<login>': 'login or id' },
  async run(tools, [ref]) {
    const user = await findUser(tools, ref as string)
    await tools.api('DELETE', `/user/${user.id}/two-factor`, { body: {} })
    tools.remark(`${user.login} signs in without a second factor; all sign-ins are ended`)
  },
}

const remove: CliCommand = {
  name: 'user:delete',
  summary: 'Deletes a user with all sessions and keys',
  args: { '<user>': 'id or login' },
  async run(tools, [ref]) {
    const user = await findUser(tools, ref as string)
    await tools.api('DELETE', `/user/${user.id}`)
    tools.remark(`removed ${user.id} ${user.login}`)
  },
}

const roles: CliCommand = {
  name: 'user-role:list',
  summary: 'Lists roles with the number of their permissions',
  run: async tools =>
    tools.print(await allOf<Role>(tools, '/user-role'), {
      ID: (row: Role) => row.id,
      Name: (row: Role) => row.name,
      Description: (row: Role) => row.description,
      Permissions: (row: Role) => row.permissions.length,
    }),
}

export const userCommands = [list, add, changeRole, resetPassword, resetStrict, resetUser, remove, roles]
