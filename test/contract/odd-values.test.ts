import { glob, readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Driver } from '@linecard/driver-kit'
import { byLines, cliParser, parserFor, type CliParser } from '@linecard/driver-kit/cli'
import { assert, suite } from '@linecard/test-kit'
import { oddAges, oddReadings } from './patterns/odd.ts'

/** Each parser reads its recorded outputs with every value replaced by an odd but legal one. */
const test = suite('odd values on consoles')

test('a value that a parser cuts is found', () => {
  const cut = cliParser('system', /^show$/, byLines({ row: /^cisco (?<model>[\w-]+)\b.* with / }))
  const whole = cliParser('system', /^show$/, byLines({ row: /^cisco (?<model>\S+) .*with / }))
  const output = 'cisco WS-C4507R (MPC8245) processor with 524288K bytes'
  assert.ok(oddReadings(cut, output).wrong.some(({ written }) => written === 'WS-C450+R'))
  assert.equal(oddReadings(whole, output), { tried: 8, wrong: [] })
})
test('every recorded output is read with odd values as with others', async () => {
  let tried = 0
  const wrong: string[] = []
  for await (const file of glob('drivers/*/recordings/*/*/cli.json')) {
    const [, id, , key] = file.split('/')
    const load = async (path: string): Promise<Record<string, unknown>> =>
      (await import(pathToFileURL(resolve(`drivers/${id}/src/${path}`)).href)) as Record<string, unknown>
    const driver = (await load('index.ts'))['default'] as Driver
    const family = driver.models.find(model => model.key === key)!.family.id
    const lists = (await load('parse.ts').catch((): Record<string, unknown> => ({})))['parsers'] as
      | Readonly<Record<string, readonly CliParser[]>>
      | undefined
    for (const { send, reply } of JSON.parse(await readFile(file, 'utf8')) as {
      send: string
      reply: string
    }[]) {
      const parser = parserFor(lists?.[family] ?? [], send)
      if (!parser) continue
      for (const found of [oddReadings(parser, reply), oddAges(parser, reply)]) {
        tried += found.tried
        for (const one of found.wrong) wrong.push(`${file} "${send}": ${JSON.stringify(one)}`)
      }
    }
  }
  assert.ok(tried >= 300, `${tried} readings`)
  assert.equal(wrong, [])
})
