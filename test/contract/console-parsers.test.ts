import { glob, readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { familiesOf, type Driver } from '@linecard/driver-kit'
import { resolveModules } from '@linecard/driver-kit/detection'
import type { CliArea, CliParser } from '@linecard/driver-kit/cli'
import { assert, suite } from '@linecard/test-kit'

/** A parser that serves no module does not exist (design §3). */
const test = suite('parsers of consoles')

const moduleOf: Readonly<Record<CliArea, string>> = {
  fdb: 'fdb',
  arp: 'arps',
  vlans: 'vlans',
  lldp: 'lldp_info',
  ports: 'link_info',
  system: 'system',
  cable: 'cable_diag',
}
const load = async <T>(file: string) => (await import(pathToFileURL(resolve(file)).href)) as T

test('every parser of a driver serves a module of its family', async () => {
  let parsers = 0
  for await (const file of glob('drivers/*/src/parse.ts')) {
    const lists = (await load<{ parsers?: Readonly<Record<string, readonly CliParser[]>> }>(file)).parsers
    // Without this list the modules of the driver call its parsers themselves: see the next test.
    if (!lists) continue
    const { default: driver } = await load<{ default: Driver }>(file.replace('parse.ts', 'index.ts'))
    for (const [id, list] of Object.entries(lists)) {
      const family = familiesOf(driver).find(one => one.id === id)
      assert.ok(family, `${file}: there is no family ${id}`)
      const served = new Set([
        ...(family.console ?? []).map(({ module }) => module.name),
        // A cable test makes the device do something: it is no second source, but part of the family's own.
        ...driver.models
          .filter(model => model.family === family)
          .flatMap(model => [...resolveModules(model).keys()].filter(name => name === moduleOf.cable)),
      ])
      for (const { area, command } of list) {
        parsers++
        assert.ok(served.has(moduleOf[area]), `${driver.id}/${id}: ${command} serves no module`)
      }
    }
  }
  assert.ok(parsers >= 120, `${parsers} parsers`)
})

test('every parser that a driver calls itself is called by a source file of it', async () => {
  let parsers = 0
  for await (const file of glob('drivers/*/src/**/{parse.ts,parse/*.ts}')) {
    const made = await load<Readonly<Record<string, unknown>>>(file)
    if ('parsers' in made) continue
    const [, driver] = file.split('/')
    const others: string[] = []
    for await (const other of glob(`drivers/${driver}/src/**/*.ts`))
      if (other !== file) others.push(await readFile(other, 'utf8'))
    for (const [name, parser] of Object.entries(made)) {
      if (typeof parser !== 'function') continue
      parsers++
      assert.ok(
        others.some(text => new RegExp(`\\b${name}\\b(?!['"])`).test(text)),
        `${file}: nothing uses ${name}`,
      )
    }
  }
  assert.ok(parsers >= 10, `${parsers} parsers`)
})
