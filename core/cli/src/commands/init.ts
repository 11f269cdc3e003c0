import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { installedPackages } from '@linecard/kernel'
import { CommandError, type CliCommand, type Tools } from '../command.ts'
import { filled } from '../init/fill.ts'
import { questionsOf, type FirstConfig } from '../init/questions.ts'

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'its folder does not exist: make it first',
  EACCES: 'this user may not write there',
  EROFS: 'its file system is read-only',
  ENOSPC: 'the disk is full',
}

const existsAlready = (file: string) =>
  new CommandError(`${file} exists and was left as it is: remove it, or name another file with --config`)

/** A typed URL has no password yet. It is asked for without echo; an empty answer is none. */
async function withPassword(config: FirstConfig, { terminal }: Tools): Promise<boolean> {
  const url = config.database && URL.parse(config.database.url)
  if (!url?.username || !terminal.isTyped) return false
  const [password] = await terminal.answersTo([`Password of ${url.username} (empty: none)`])
  if (!password) return false
  config.database = { url: Object.assign(url, { password: encodeURIComponent(password) }).href }
  return true
}

/** Makes the file as a whole, or nothing. A file with a password is for its owner alone. */
async function write(file: string, config: FirstConfig, secret: boolean): Promise<void> {
  try {
    await writeFile(file, `${JSON.stringify(config, null, 2)}\n`, {
      flag: 'wx',
      mode: secret ? 0o600 : 0o644,
    })
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? ''
    if (code === 'EEXIST') throw existsAlready(file)
    if (code === 'ENOSPC') await rm(file, { force: true })
    throw new CommandError(`${file} cannot be written: ${reasons[code] ?? (error as Error).message}`)
  }
}

export const initCommand: CliCommand = {
  name: 'init',
  summary: 'Writes a first configuration, by flags or by questions at a terminal',
  options: {
    '--data-dir <folder>': 'folder for all files that the service writes (default .linecard)',
    '--host <address>': 'address to listen on (default 127.0.0.1)',
    '--port <number>': 'port to listen on (default 8088)',
    '--database <where>': 'embedded, environment (DATABASE_URL), or a URL without password',
    '--networks <list>': 'networks of the equipment, separated by commas (default the private ones)',
    '--drivers <list>': 'all, none, or names or ids, separated by commas (default all that are installed)',
    '--plugins <list>': 'the same for plugins',
    '-y, --yes': 'asks nothing: what no flag tells is the default',
  },
  async run(tools, _args, { yes, ...flags }) {
    const file = resolve(tools.configFile ?? 'linecard.json')
    if (existsSync(file)) throw existsAlready(file)
    const installed = installedPackages(dirname(file), [import.meta.dirname])
    const config = await filled(questionsOf(installed, process.env), flags, tools.terminal.isTyped && !yes)
    const secret = await withPassword(config, tools)
    await write(file, config, secret)

    const unusable = installed.filter(({ fault }) => fault !== null)
    for (const { kind, name, fault } of unusable) tools.remark(`${kind} ${name} was left out: ${fault}`)
    if (config.drivers.length === 0)
      tools.remark(
        'no driver is named, so no device can be asked: npm install @linecard/driver-generic, ' +
          'and name it under "drivers"',
      )
    tools.remark(`${file}: ${config.drivers.length} drivers, ${config.plugins.length} plugins`)
    tools.remark(`next: linecard doctor --config ${file}; then: linecard start --config ${file}`)
    tools.remark('the first start prints the password of admin, or takes it from LINECARD_ADMIN_PASSWORD')
  },
}
