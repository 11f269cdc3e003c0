import { execFile } from 'node:child_process'
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { assert, suite } from '@linecard/test-kit'
import { missingTools } from '@linecard/test-kit/worlds/on-demand'
import { startInstallation, type Installation } from '../support/installation.ts'

/** What other people's programs make of the served document. */
const missing = await missingTools('test/clients')
const test = suite('generators and linters of the document', { level: 'full' })
/** A test that needs the tools. */
const check = (name: string, body: () => Promise<void>) =>
  missing ? test.skip(name, missing) : test(name, body)
const root = join(import.meta.dirname, '../..')
const own = join(root, 'test/clients')
const run = promisify(execFile)

let house!: Installation
let folder!: string
let file!: string
test.before(async () => {
  if (missing) return
  house = await startInstallation()
  folder = await mkdtemp(join(tmpdir(), 'linecard-clients-'))
  file = join(folder, 'openapi.json')
  await writeFile(file, await (await fetch(`${house.url}/swagger/openapi.json`)).text())
})
test.after(async () => {
  await house?.stop()
  if (folder) await rm(folder, { recursive: true, force: true })
})

/** What a program of Node says, with its exit status. */
const told = (script: string, args: readonly string[], env = process.env) =>
  run(process.execPath, [script, ...args], { cwd: folder, maxBuffer: 20_000_000, env }).then(
    ({ stdout, stderr }) => ({ status: 0, text: stdout + stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
      status: code,
      text: stdout + stderr,
    }),
  )

/** Compiles the files with the compiler of the repository, as strictly as the repository. */
async function compile(...files: string[]) {
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: 'es2023',
    module: 'nodenext',
    lib: ['es2023', 'dom', 'dom.iterable'],
    types: [],
    allowImportingTsExtensions: true,
    noUncheckedIndexedAccess: true,
  }
  const config = join(folder, `tsconfig.${files.length}.${files[0]}.json`)
  await writeFile(config, JSON.stringify({ compilerOptions, files }))
  return told(join(root, 'node_modules/typescript/bin/tsc'), ['-p', config])
}

check('the linter of Redocly finds nothing', async () => {
  const yaml = join(folder, 'openapi.yaml')
  await writeFile(yaml, await (await fetch(`${house.url}/swagger/openapi.yaml`)).text())
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  const { status, text } = await told(
    join(own, 'node_modules/@redocly/cli/bin/cli.js'),
    ['lint', '--config', join(root, 'test/contract/redocly.yaml'), yaml],
    env,
  )
  assert.is(status, 0, text)
})

check('Spectral finds nothing, with all rules that it recommends', async () => {
  const { status, text } = await told(join(own, 'node_modules/@stoplight/spectral-cli/dist/index.js'), [
    'lint',
    file,
    '--ruleset',
    join(root, 'test/contract/spectral.yaml'),
    '--fail-severity=hint',
  ])
  assert.is(status, 0, text)
})

check('openapi-typescript makes types, and a program that uses them compiles', async () => {
  const made = await told(join(own, 'node_modules/openapi-typescript/bin/cli.js'), [
    file,
    '-o',
    join(folder, 'schema.ts'),
  ])
  assert.is(made.status, 0, made.text)
  await copyFile(join(own, 'use-types.ts'), join(folder, 'use-types.ts'))
  assert.equal(await compile('use-types.ts'), { status: 0, text: '' })
})

check('swagger-typescript-api makes a client, and a program that uses it compiles', async () => {
  const made = await told(join(own, 'node_modules/swagger-typescript-api/dist/cli.mjs'), [
    'generate',
    '--silent',
    '-p',
    file,
    '-o',
    folder,
    '-n',
    'api.ts',
  ])
  assert.is(made.status, 0, made.text)
  await copyFile(join(own, 'use-client.ts'), join(folder, 'use-client.ts'))
  assert.equal(await compile('use-client.ts'), { status: 0, text: '' })
})
