import { CommandError, type Command, type Tools } from '../command.ts'
import { newPassword } from '../secret.ts'

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

/** A user by login or id, as people type it; a login that looks like an id is found first. */
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
    `${ref ? `there is no role "${ref}"` : 'say which role'}; there are: ${roles.map(role => `${role.id} ${role.name}`).join(', ')}`,
  )
}

const list: Command = {
  name: 'user:list',
  summary: 'Users, their roles and device groups',
  run: async tools => tools.print(await allOf<User>(tools, '/user'), columns),
}

const add: Command = {
  name: 'user:add',
  summary: 'Creates a user; the password is asked for, or read from standard input',
  args: { '<login>': 'what the user signs in with', '<role>': 'name or id of the role' },
  options: {
    '-n, --name <name>': 'name of the person',
    '-e, --email <address>': 'mail address',
    '-g, --groups <ids>': 'device groups that the user is limited to, comma separated; all unless given',
  },
  async run(tools, [login, role], { name, email, groups }) {
    const password = await newPassword()
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

const changeRole: Command = {
  name: 'user:change-role',
  summary: 'Gives a user another role; without a role it names those there are',
  args: { '<login>': 'login or id', '[role]': 'name or id of the role' },
  async run(tools, [ref, role]) {
    const user = await findUser(tools, ref as string)
    const { id } = await findRole(tools, role as string | undefined)
    tools.print((await tools.api('PUT', `/user/${user.id}`, { body: { role_id: id } })).data, columns)
  },
}

const resetPassword: Command = {
  name: 'user:reset-password',
  summary:
    'Sets a new password, asked for or read from standard input; ends all sessions and keys of the user',
  args: { '<login>': 'login or id' },
  async run(tools, [ref]) {
    const password = await newPassword()
    const user = await findUser(tools, ref as string)
    await tools.api('PUT', `/user/${user.id}`, { body: { password } })
    tools.say(`${user.login} has a new password; sessions and keys are closed`)
  },
}

const resetStrict: Command = {
  name: 'user:reset-ip-strict',
  summary: 'Lets a user sign in from any address again',
  args: { '<login>': 'login or id' },
  async run(tools, [ref]) {
    const user = await findUser(tools, ref as string)
    await tools.api('PUT', `/user/${user.id}`, {
      body: { settings: { ...user.settings, strict_access_by_ip: { enabled: false, networks: [] } } },
    })
    tools.say(`${user.login} may sign in from any address`)
  },
}

const resetUser: Command = {
  name: 'user:reset-user',
  summary: "Turns a user's two-factor authentication off, e.g. for a lost authenticator",
  args: { '<login>': 'login or id' },
  async run(tools, [ref]) {
    const user = await findUser(tools, ref as string)
    await tools.api('DELETE', `/user/${user.id}/two-factor`, { body: {} })
    tools.say(`${user.login} signs in without a second factor; sign-ins are closed`)
  },
}

const remove: Command = {
  name: 'user:delete',
  summary: 'Deletes a user with sessions and keys',
  args: { '<user>': 'id or login' },
  async run(tools, [ref]) {
    const user = await findUser(tools, ref as string)
    await tools.api('DELETE', `/user/${user.id}`)
    tools.say(`removed ${user.id} ${user.login}`)
  },
}

const roles: Command = {
  name: 'user-role:list',
  summary: 'Roles and how many permissions each holds',
  run: async tools =>
    tools.print(await allOf<Role>(tools, '/user-role'), {
      ID: (row: Role) => row.id,
      Name: (row: Role) => row.name,
      Description: (row: Role) => row.description,
      Permissions: (row: Role) => row.permissions.length,
    }),
}

export const userCommands = [list, add, changeRole, resetPassword, resetStrict, resetUser, remove, roles]
