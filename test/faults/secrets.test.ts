import { familiesOf } from '@linecard/driver-kit'
import { commonSecrets, maskCommands, secretsOf } from '@linecard/driver-kit/cli'
import { masked } from '@linecard/plugin-kit'
import { assert, cpuMs, growth, suite } from '@linecard/test-kit'
import { allDrivers } from '../support/drivers.ts'
import { abbreviatedForms, profileOf, secret, secretForms } from '../support/secrets/forms.ts'
import { configuredForms } from '../support/secrets/configured.ts'
import { harmlessLines } from '../support/secrets/harmless.ts'

/** Fault 39: the secrets in the commands and configurations of all vendors, and the lines that hold none. */
const test = suite('secrets in console commands')

let drivers: Awaited<ReturnType<typeof allDrivers>> = []
const profiles = new Map<string, readonly RegExp[]>()
test.before(async () => {
  drivers = await allDrivers()
  for (const driver of drivers)
    for (const { id, cli } of familiesOf(driver))
      if (cli) profiles.set(`${driver.id}/${id}`, cli.secrets ?? commonSecrets)
})

const patternsOf = (vendor: string): readonly RegExp[] => {
  const name = profileOf[vendor]
  if (name === undefined) return commonSecrets
  assert.ok(profiles.has(name), `no profile ${name}`)
  return profiles.get(name)!
}

/** Ways to write a form. `§` stands for the secret. */
const ways: Readonly<Record<string, (form: string) => string>> = {
  'as it is': form => form,
  'with blanks in front': form => `   ${form}`,
  'with two blanks and tabs': form => form.replaceAll(' ', '  ').replace('  ', '\t'),
  'in upper case': form => (form.includes('<') ? form : form.toUpperCase()),
  'in quotes': form => (/"§|<|:§@|=§/.test(form) ? form : form.replaceAll('§', '"§"')),
  'twice on one line': form => (form.includes('<') ? form : `${form} ; ${form}`),
  'after another line': form => `configure terminal\n${form}\nend`,
}
/** Quotes may stay or go with the secret. */
const shown = (text: string) => text.replaceAll('"***"', '***')
const leaks = (patterns: readonly RegExp[], form: string): string[] =>
  Object.entries(ways).flatMap(([way, write]) => {
    const got = maskCommands(patterns, write(form).replaceAll('§', secret))
    return shown(got) === shown(write(form).replaceAll('§', '***')) ? [] : [`${way}: ${form} → ${got}`]
  })

test('every secret of every vendor is masked, and the rest of its line stays', () => {
  const forms = [secretForms, configuredForms].flatMap(all => Object.entries(all))
  assert.ok(forms.flatMap(([, lines]) => lines).length >= 330)
  const found = forms.flatMap(([vendor, lines]) =>
    lines.flatMap(form => leaks(patternsOf(vendor), form).map(leak => `${vendor}, ${leak}`)),
  )
  assert.equal(found, [])
})

test('abbreviated keywords are masked as whole ones are', () => {
  assert.equal(
    abbreviatedForms.flatMap(form => leaks(commonSecrets, form)),
    [],
  )
})

test('a log whose device is not known knows the forms of all vendors', () => {
  const lines = [secretForms, configuredForms].flatMap(all => Object.values(all).flat())
  const { value } = masked(
    lines.map(form => ({ command: form.replaceAll('§', secret) })),
    { drivers, limits: { depth: 8, text: 1000, size: 1e6, list: 1000, fields: 10 } },
  )
  const left = (value as { command: string }[]).flatMap(({ command }) =>
    command.includes(secret) ? [command] : [],
  )
  assert.equal(left, [])
  assert.is((value as unknown[]).length, lines.length)
})

test('lines without a secret stay as they are, with the patterns of every profile and of all', () => {
  assert.ok(harmlessLines.length >= 60)
  const changed = [
    ['common', commonSecrets] as const,
    ...profiles,
    ['all', secretsOf(drivers)] as const,
  ].flatMap(([name, patterns]) =>
    harmlessLines.flatMap(line => {
      const got = maskCommands(patterns, line)
      return got === line ? [] : [`${name}: ${line} → ${got}`]
    }),
  )
  assert.equal([...new Set(changed)], [])
})

test('a megabyte of blanks and words on one line costs no more than its length', async () => {
  const all = secretsOf(drivers)
  const pieces = [
    ' ',
    'password ',
    'password 0 ',
    'snmp-server community ',
    'key ',
    '7 ',
    'auth md5 ',
    '"',
    "'",
  ]
  const more = [
    '://a:',
    '$1$',
    'radius key ',
    'name=',
    'x',
    '<confirm="',
    'create account a b ',
    'addresses= ',
  ]
  for (const piece of [...pieces, ...more]) {
    const started = cpuMs()
    maskCommands(all, piece.repeat(1_000_000 / piece.length))
    const ms = cpuMs() - started
    assert.ok(ms < 20_000, `${JSON.stringify(piece)}: ${ms.toFixed(0)} ms`)
  }
  const line = [...pieces, ...more].join('')
  const grown = await growth(size => maskCommands(all, line.repeat(size)), 40)
  assert.ok(grown < 40, `ten times the line cost ${grown.toFixed(1)} times as much`)
})
