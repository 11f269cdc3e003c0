import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { assert, suite } from '@linecard/test-kit'
import { lacks } from '@linecard/test-kit/worlds/programs'

/** The units as systemd itself reads them. */
const test = suite('systemd units', { level: 'full' })
const run = promisify(execFile)
const missing = lacks('systemd-analyze', 'systemd')
const folder = mkdtempSync(join(tmpdir(), 'linecard-units-'))
test.after(() => rmSync(folder, { recursive: true, force: true }))

/** Exposure of at most so many tenths, of 100. */
const mostExposed = 25

/** What systemd-analyze says of a unit, and its exit code. `change`: a mistake that it must find. */
async function analyze(unit: string, args: readonly string[], change = (text: string) => text) {
  const file = join(folder, unit)
  // The program of an installation is not on this machine.
  const text = readFileSync(join('deploy', unit), 'utf8').replace(
    /^ExecStart=\S+/m,
    `ExecStart=${process.execPath}`,
  )
  writeFileSync(file, change(text))
  const env = { ...process.env, SYSTEMD_LOG_LEVEL: 'warning' }
  return run('systemd-analyze', [...args, file], { env }).then(
    ({ stdout, stderr }) => ({ code: 0, said: stdout + stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
      code,
      said: stdout + stderr,
    }),
  )
}
const verify = ['verify', '--man=no']
const security = ['security', '--offline=true', `--threshold=${mostExposed}`]

for (const unit of ['linecard.service', 'linecard-worker@.service'])
  if (missing) test.skip(`${unit} as systemd reads it`, missing)
  else {
    test(`${unit}: systemd knows every line, and a line that it does not know is found`, async () => {
      const good = await analyze(unit, verify)
      assert.equal(good, { code: 0, said: '' })
      const wrong = await analyze(unit, verify, text => text.replace('ProtectHome=yes', 'ProtectHouse=yes'))
      assert.match(wrong.said, 'ProtectHouse')
    })

    test(`${unit}: what the process may do is bounded, and an open unit is found`, async () => {
      const good = await analyze(unit, security)
      assert.is(good.code, 0, good.said)
      const open = await analyze(unit, security, text =>
        text.replace(/^(Protect|Private|Restrict|SystemCall|Capability|NoNew).*$/gm, ''),
      )
      assert.is.not(open.code, 0)
    })
  }
