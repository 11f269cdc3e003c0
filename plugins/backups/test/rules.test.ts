import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { assert, cpuMs, longestTurn, suite } from '@linecard/test-kit'
import { evaluate, fulfils, mostFindings } from '../src/compliance/evaluate.ts'
import { exceptionFor, isFor } from '../src/compliance/job.ts'
import type { CheckedDevice } from '../src/current.ts'
import { loadRules, parseRules } from '../src/compliance/load.ts'
import { mostRules, type Rule } from '../src/compliance/rule.ts'
import { linesOf } from '../src/lines/lines.ts'

const test = suite('backups: rules', { level: 'full' })
const examples = fileURLToPath(new URL('../../../examples/compliance', import.meta.url))

const ruleOf = (text: string): Rule => {
  const { rules, problems } = parseRules('a.yaml', text)
  assert.equal(problems, [])
  return rules[0]!.rule
}
const found = async (text: string, configuration: string) =>
  (await evaluate(ruleOf(text), linesOf(configuration))).findings

const cisco = `hostname sw-1
ntp server 192.0.2.1
!
interface GigabitEthernet0/1
 description Uplink north
 switchport trunk allowed vlan 1,10,20
 mtu 1500
!
interface GigabitEthernet0/2
 description customer
 switchport trunk allowed vlan 1
!
line vty 0 4
 transport input telnet ssh
`

test('what must be there, must not be there, and must be in each section', async () => {
  assert.equal(await found('{id: a, title: t, must: "^ntp server"}', cisco), [])
  assert.equal(await found('{id: a, title: t, must: "^logging"}', cisco), [
    { expected: 'there must be: ^logging', line: null, found: null, section: null },
  ])
  assert.equal(await found('{id: a, title: t, must_not: "telnet"}', cisco), [
    { expected: 'there must not be: telnet', line: 14, found: ' transport input telnet ssh', section: null },
  ])
  const each = `{id: a, title: t, must_each: {section: "^interface", must: {pattern: "^ description"}, must_not: "vlan 1$"}}`
  assert.equal(await found(each, cisco), [
    {
      expected: 'there must not be: vlan 1$',
      line: 11,
      found: ' switchport trunk allowed vlan 1',
      section: 'interface GigabitEthernet0/2',
    },
  ])
})

test('conditions on captures tell the line that almost fits', async () => {
  const rule = `
id: mtu
title: t
must_each:
  section: ^interface
  with: description Uplink
  must:
    - pattern: '^ mtu (?P<mtu>\\d+)'
      where: { mtu: { at_least: 1600, at_most: 9216 } }
      message: uplinks carry large frames
`
  assert.equal(await found(rule, cisco), [
    {
      expected: 'uplinks carry large frames',
      line: 7,
      found: ' mtu 1500',
      section: 'interface GigabitEthernet0/1',
    },
  ])
  assert.equal(await found(rule, cisco.replace('mtu 1500', 'mtu 9000')), [])
  assert.equal(await found(rule, cisco.replace(' mtu 1500\n', '')), [
    { expected: 'uplinks carry large frames', line: 4, found: null, section: 'interface GigabitEthernet0/1' },
  ])
  assert.equal(
    await found(
      `{id: a, title: t, must_not: {pattern: 'vlan (?P<v>\\d+)', where: {v: {in: [1, 5]}}}}`,
      cisco,
    ),
    [6, 11].map(line => ({
      expected: 'there must not be: vlan (?P<v>\\d+) with {"v":{"in":[1,5]}}',
      line,
      found: cisco.split('\n')[line - 1]!,
      section: null,
    })),
  )
  const cases: [string, object, boolean][] = [
    ['1500', { at_least: 1500 }, true],
    ['1499', { at_least: 1500 }, false],
    ['auto', { at_least: 0 }, false],
    ['', { at_most: 10 }, false],
    ['0100', { is: 100 }, true],
    ['on', { is: 'on' }, true],
    ['on', { is_not: 'on' }, false],
    ['7', { not_in: ['7', 8] }, false],
    ['9', { not_in: ['7', 8] }, true],
  ]
  for (const [text, condition, is] of cases)
    assert.is(fulfils(text, condition), is, `${text} ${JSON.stringify(condition)}`)
})

test('a menu of RouterOS is a section, and so is a block with braces', async () => {
  const ros =
    '/interface vlan\nadd name=v10 vlan-id=10\nadd name=v20 vlan-id=20\n/ip service\nset telnet disabled=no\n'
  assert.equal(
    await found('{id: a, title: t, must_each: {section: "^/ip service", must: "telnet disabled=yes"}}', ros),
    [{ expected: 'there must be: telnet disabled=yes', line: 4, found: null, section: '/ip service' }],
  )
  const junos =
    'interfaces {\n    ge-0/0/0 {\n        mtu 9000;\n    }\n    ge-0/0/1 {\n        disable;\n    }\n}\n'
  assert.equal(
    (await found('{id: a, title: t, must_each: {section: "^ +ge-", must: "mtu"}}', junos)).map(
      ({ line }) => line,
    ),
    [5],
  )
})

const device: CheckedDevice = {
  id: 17,
  ip: '192.0.2.7',
  name: 'sw-7',
  driver: 'cisco',
  model_key: 'cisco_c2960',
  type: 'SWITCH',
  group: { id: 3, name: 'Access' },
}

test('a rule is for devices of a driver, model, group and type, and has exceptions by device', () => {
  const fits = (scope: string, of = device) => isFor(ruleOf(`{id: a, title: t, must: x, for: ${scope}}`), of)
  assert.ok(isFor(ruleOf('{id: a, title: t, must: x}'), device))
  assert.ok(fits('{driver: cisco, model: "^cisco_c29", group: access, type: [olt, SWITCH]}'))
  assert.ok(fits('{group: 3}'))
  assert.not.ok(fits('{group: 4}'))
  assert.not.ok(fits('{driver: huawei}'))
  assert.not.ok(fits('{model: "c3750"}'))
  assert.not.ok(fits('{driver: cisco}', { ...device, driver: null }), 'an unknown driver is no driver')
  const rule = ruleOf(`
id: a
title: t
must: x
exceptions:
  - { device: 17, reason: first, until: 2026-01-01 }
  - { device: sw-7, reason: later, until: 2027-01-01 }
  - { device: other, reason: another, until: 2028-01-01 }
`)
  assert.is(exceptionFor(rule, device)?.reason, 'later')
  assert.is(exceptionFor(rule, { ...device, id: 18, name: '' }), null)
})

test('a wrong rule is shown with its place and what to do, and the others of its file are used', () => {
  const { rules, problems } = parseRules(
    'b.yaml',
    [
      '- id: good',
      '  title: Good',
      '  must: x',
      '- id: typo',
      '  title: Typo',
      '  must_nott: x',
      '- id: pattern',
      '  title: Wrong pattern',
      '  must:',
      '    - ok',
      "    - 'a(?=b)'",
      '- id: capture',
      '  title: No capture',
      '  must:',
      '    - pattern: mtu (\\d+)',
      '      where: { mtu: { at_least: 1 } }',
      '- id: type',
      '  title: 7',
      '  must: x',
      '- id: nothing',
      '  title: Demands nothing',
      '- 12',
      '- id: endless',
      '  title: t',
      '  must: x',
      '  exceptions: [{ device: 1, reason: because, until: never }]',
    ].join('\n'),
  )
  assert.equal(
    rules.map(({ rule, line }) => [rule.id, line]),
    [['good', 1]],
  )
  assert.equal(
    problems.map(({ rule, line, message, hint }) => [rule, line, message, hint]),
    [
      ['typo', 6, '"must_nott" is no part of a rule', 'Did you mean "must_not"?'],
      [
        'pattern',
        11,
        'look-around is not supported (character 2)',
        'Name what the text may have, e.g. `[0-9]{1,4}`.',
      ],
      ['capture', 15, 'the pattern captures nothing named "mtu"', 'Name a part of the pattern: (?P<mtu>…).'],
      ['type', 18, '"title" must be string', 'docs/backup-tool.md has a rule with all parts.'],
      ['nothing', 20, 'the rule demands nothing', 'Give it must, must_not or must_each.'],
      [null, 22, 'the rule must be object', 'docs/backup-tool.md has a rule with all parts.'],
      ['endless', 26, `"until" ${problems.at(-1)!.message.slice(8)}`, 'Write a day such as 2027-01-31.'],
    ],
  )
})

test('hostile files: bombs, aliases, tags, depth, wrong kinds; none ends the process or takes long', () => {
  const bomb = `a: &a [x, x, x, x]\n${Array.from({ length: 8 }, (_, n) => `b${n}: &b${n} [${Array(9).fill(n ? `*b${n - 1}` : '*a')}]`).join('\n')}`
  const hostile: Record<string, string> = {
    bomb,
    alias: '- &r {id: a, title: t, must: x}\n- *r',
    merge: 'base: &b {id: a}\n<<: *b',
    depth: '['.repeat(30_000),
    mapping: `${'{a: '.repeat(20_000)}1`,
    tag: '!!js/function "function(){}"',
    prototype: '{id: a, title: t, must: x, __proto__: {severity: critical}}',
    constructor: '{id: a, title: t, must: x, constructor: {}}',
    text: 'just a text',
    binary: '\0\x01\x02\ufffd',
    twice: 'id: a\nid: b',
    open: 'id: [',
  }
  for (const [name, text] of Object.entries(hostile)) {
    const began = cpuMs()
    const { rules, problems } = parseRules(`${name}.yaml`, text)
    assert.ok(cpuMs() - began < 3000, name)
    assert.equal(rules, [], name)
    assert.ok(problems.length > 0, name)
    assert.ok(problems[0]!.message.length <= 300, name)
  }
  assert.is(({} as { severity?: string }).severity, undefined)
})

test('a folder with a hundred thousand rules, a huge file, a folder in place of a file: bounded', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'linecard-rules-'))
  try {
    for (let file = 0; file < 200; file++)
      writeFileSync(
        join(folder, `${String(file).padStart(3, '0')}.yaml`),
        Array.from({ length: 500 }, (_, n) => `- {id: r${file}-${n}, title: t, must: x}`).join('\n'),
      )
    writeFileSync(join(folder, 'zz-huge.yaml'), 'x'.repeat(5_000_000))
    writeFileSync(join(folder, 'zz-twice.yaml'), '{id: r0-1, title: t, must: y}')
    mkdirSync(join(folder, 'zzz.yaml'))
    const loaded: Awaited<ReturnType<typeof loadRules>>[] = []
    const still = await longestTurn(async () => loaded.push(await loadRules(folder)))
    const { rules, problems } = loaded[0]!
    assert.is(rules.length, mostRules)
    assert.is(problems.length, mostRules, 'also they are bounded')
    assert.ok(still < 1000, `${still} ms`)
    for (let file = 0; file < 200; file++) rmSync(join(folder, `${String(file).padStart(3, '0')}.yaml`))
    const few = await loadRules(folder)
    assert.equal(
      few.problems.map(({ file, message }) => [file, message]),
      [
        ['zz-huge.yaml', 'the file has more than 65536 octets'],
        ['zzz.yaml', 'the file cannot be read: it is no file'],
      ],
    )
    assert.equal(few.rules.length, 1)
    assert.not.equal(few.hash, loaded[0]!.hash)
    assert.match((await loadRules(join(folder, 'none'))).problems[0]!.message, 'ENOENT')
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('patterns that backtrack elsewhere take linear time', async () => {
  const line = `${'a'.repeat(1999)}!`
  const text = `${line}\n`.repeat(200)
  const began = cpuMs()
  await found(`{id: a, title: t, must: ['^(a+)+$', '^(a|aa)+$', '(.*a){20}b']}`, text)
  assert.ok(cpuMs() - began < 20_000)
  assert.is(parseRules('a', `{id: a, title: t, must: '((a{1000}){1000}){1000}'}`).rules.length, 0)
})

test('hostile configurations: the findings, the work and the time at a stretch are bounded', async () => {
  const many = ruleOf('{id: a, title: t, must_not: bad}')
  const { findings, count } = await evaluate(many, linesOf('bad\n'.repeat(60_000)))
  assert.is(findings.length, mostFindings)
  assert.is(count, 60_000)
  // Each line is in the section of each one before it: without a limit 10^9 tests.
  const stairs = Array.from({ length: 40_000 }, (_, n) => `${' '.repeat(Math.min(n, 1900))}x`)
  const deep = ruleOf('{id: a, title: t, must_each: {section: x, must: never}}')
  let last: Awaited<ReturnType<typeof evaluate>> | undefined
  const still = await longestTurn(async () => {
    last = await evaluate(deep, stairs)
  })
  assert.ok(last!.count > 0)
  assert.ok(still < 500, `${still} ms`)
  const cut = await evaluate(ruleOf('{id: a, title: t, must_not: never}'), ['x'], true)
  assert.match(cut.findings[0]!.expected, 'not decided')
})

test('the examples have no mistakes', async () => {
  const { rules, problems } = await loadRules(examples)
  assert.equal(problems, [])
  assert.ok(rules.length >= 6)
  const failed: string[] = []
  for (const { rule } of rules) if ((await evaluate(rule, linesOf(cisco))).count > 0) failed.push(rule.id)
  assert.equal(failed, ['logging-host', 'no-telnet', 'uplink-without-vlan-1', 'uplink-mtu'])
})
