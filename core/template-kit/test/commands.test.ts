import { deepEqual, equal, match } from 'node:assert/strict'
import { suite } from '@linecard/test-kit'
import {
  commandsOf,
  createRenderer,
  TemplateError,
  valueRulesOf,
  type Command,
  type ValueRules,
} from '../src/index.ts'

const test = suite('commands of rendered lines')
const renderer = createRenderer({ timeMs: 5000 })
test.after(() => renderer.close())

const commands = async (text: string, v: unknown, rules?: ValueRules): Promise<Command[]> =>
  commandsOf((await renderer.render({ text }, { v, ok: 'ok' })).lines, { rules })

async function refusal(text: string, v: unknown, rules?: ValueRules): Promise<string> {
  try {
    return JSON.stringify(await commands(text, v, rules))
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error
    const { code, line, column, message } = error.finding
    return `${code} ${line}:${column} ${message}`
  }
}

test('constructs of the author are taken off the end of a line', async () => {
  deepEqual(
    await commands(
      'reboot <confirm="y"> <sleep 2>\n<sleep 1>\nshow <1-24>\nvlan {{v}} <confirm-if="{{v}}","sure">',
      7,
    ),
    [
      { text: 'reboot', constructs: '<confirm="y"> <sleep 2>' },
      { text: '', constructs: '<sleep 1>' },
      { text: 'show <1-24>' },
      { text: 'vlan 7', constructs: '<confirm-if="7","sure">' },
    ],
  )
})

test('a malformed construct is an error with its place', async () => {
  match(await refusal('a\nreboot <confirm=y>', 1), /^CONSTRUCT 2:1 .*not well-formed/)
  match(await refusal('reboot <sleep 1> now', 1), /^CONSTRUCT 1:1/)
  match(await refusal('reboot <sleep {{v}}>', 'x'), /^CONSTRUCT/)
  deepEqual(await commands('reboot <sleep {{v}}>', 3), [{ text: 'reboot', constructs: '<sleep 3>' }])
})

test('a value never becomes a construct', async () => {
  for (const value of ['<cr>', '<sleep 9>', '<exception "x">', 'a<confirm', '>'])
    match(await refusal('name {{v}}', value), /^VALUE_CHARACTER 1:6 "v" has the character/)
  // Inside of quotes it is a text, and is typed as it is.
  deepEqual(await commands('name "{{v}}"', '<cr>'), [{ text: 'name "<cr>"' }])
  deepEqual(await commands('name "{{v}}" <cr>', '<sleep 9>'), [
    { text: 'name "<sleep 9>"', constructs: '<cr>' },
  ])
  // Half of a construct from the author, half from a value.
  match(await refusal('name <{{v}}>', 'cr'), /^\[\{"text":"name <cr>"\}\]$/)
  match(await refusal('name <sleep {{v}}>', '1> <cr>'), /^VALUE_CHARACTER/)
  match(await refusal('name <prompt="{{v}}">', '"> <cr'), /^VALUE_CHARACTER/)
})

test('a value never ends a command, asks for help or leaves its quotes', async () => {
  for (const char of ['?', '"', "'", '`', '\\', 'й', '\u2028', '\u00a0'])
    for (const text of ['name {{v}}', 'name "{{v}}"', "name '{{v}}'"])
      match(await refusal(text, `a${char}b`), /^VALUE_CHARACTER 1:\d+ "v" has/, `${text} ${char}`)
  for (const char of [';', '|', '&', '$', '<', '>', '[', ']', '{', '}']) {
    match(await refusal('name {{v}}', `a${char}b`), /^VALUE_CHARACTER/, char)
    match(await refusal("name '{{v}}'", `a${char}b`), /^VALUE_CHARACTER/, char)
    match(await refusal('name "{{ok}}" {{v}}', `a${char}b`), /^VALUE_CHARACTER/, char)
    match(await refusal('name \\"{{v}}\\"', `a${char}b`), /^VALUE_CHARACTER/, char)
    deepEqual(await commands('name "{{v}}"', `a${char}b`), [{ text: `name "a${char}b"` }])
  }
  match(await refusal('name "{{v}}', 'a;b'), /^QUOTE_OPEN 1:1/)
})

test('a value of spaces or of nothing does not change the meaning of a command', async () => {
  match(await refusal('no vlan {{v}}', ''), /^VALUE_EMPTY 1:9/)
  deepEqual(await commands('name "{{v}}"', ''), [{ text: 'name ""' }])
  deepEqual(await commands('vlan 1{{default v ""}}', ''), [{ text: 'vlan 1' }])
  match(await refusal('name {{v}}', 'a '), /^VALUE_SPACE/)
  match(await refusal('{{v}} name', ' a'), /^VALUE_SPACE/)
})

test('a vendor may refuse more characters', async () => {
  match(await refusal('name {{v}}', 'a~b', { refuse: '~!' }), /^VALUE_CHARACTER 1:6 .*~/)
  deepEqual(await commands('name {{v}}', 'a~b'), [{ text: 'name a~b' }])
})

test('a command inside of a text is refused, also if it comes from two values', async () => {
  for (const value of ['$[/system reboot]', '$(reload)', '${x}'])
    match(await refusal('comment "{{v}}"', value), /^VALUE_CHARACTER/, value)
  match(await refusal('comment "{{first v}}{{last v}}"', ['a$', '[x]']), /^VALUE_CHARACTER 1:10/)
  match(await refusal('comment "${{v}}"', '[x]'), /^VALUE_CHARACTER/)
  deepEqual(await commands('comment "{{v}}"', 'pa$word [1]'), [{ text: 'comment "pa$word [1]"' }])
  match(await refusal('comment "{{v}}"', 'pa$word', valueRulesOf('MikroTik')), /^VALUE_CHARACTER/)
  deepEqual(valueRulesOf(null), {})
})

test('the text of the author is not restricted', async () => {
  deepEqual(await commands('show run | include "a?b" ; exit', 1), [
    { text: 'show run | include "a?b" ; exit' },
  ])
})

test('a command has at most 4096 characters', async () => {
  equal((await refusal('{{v}}', 'x'.repeat(4097))).split(' ')[0], 'COMMAND_LENGTH')
})
