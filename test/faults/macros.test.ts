import { existsSync, readdirSync } from 'node:fs'
import { familiesOf, type Driver } from '@linecard/driver-kit'
import { parseCommand } from '@linecard/driver-kit/cli'
import { commandsOf, createRenderer, TemplateError, valueRulesOf } from '@linecard/template-kit'
import { assert, suite } from '@linecard/test-kit'
import { hostileTexts } from '../support/hostile.ts'

/**
 * Fault 67 for macros: what a person fills in never becomes a second command, on any vendor with a console. A
 * hostile text is refused, or it is one part of the same command, typed literally.
 */
const test = suite('macros')
const renderer = createRenderer()
test.after(() => renderer.close())

/** What consoles take for the end of a command, whoever made them. */
const ends = /[\r\n;|&`?\x00-\x1f\x7f]/
const more = [
  '<cr>',
  '<confirm="y">',
  'a <sleep 500>',
  '<exception "x">',
  '<prompt="x">',
  '[/system reboot]',
  '$(reboot)',
  '{{reboot}}',
  'a\u2028reboot',
  'a\u0085reboot',
  '!reboot',
]
const lines = [
  'description {{params.text}}',
  'description "{{params.text}}"',
  'config ports 7 description "{{params.text}} end" <confirm="y">',
  'set {{params.text}}={{params.text}}',
]

let [tried, taken] = [0, 0]
const consoles = readdirSync('drivers').filter(one => existsSync(`drivers/${one}/src/index.ts`))

for (const id of consoles.toSorted()) {
  test(`${id}: a value stays a part of its command`, async () => {
    const { default: driver } = (await import(`../../drivers/${id}/src/index.ts`)) as { default: Driver }
    if (!familiesOf(driver).some(({ cli }) => cli)) return
    const rules = valueRulesOf(driver.vendor)
    for (const text of [...hostileTexts, ...more])
      for (const line of lines) {
        tried++
        try {
          const rendered = await renderer.render({ text: `first\n${line}\nlast` }, { params: { text } })
          const commands = commandsOf(rendered.lines, { rules })
          taken++
          assert.equal([commands.length, commands[0], commands[2]], [3, { text: 'first' }, { text: 'last' }])
          const [, own] = commands
          const plain = own!.text.replace(/"[^"\\?`]*"/g, '""')
          assert.not.match(plain, ends, own!.text)
          assert.is(own!.constructs, line.includes('<') ? '<confirm="y">' : undefined, own!.text)
          if (own!.constructs) assert.equal(parseCommand(`x ${own!.constructs}`).answers.length, 1)
        } catch (error) {
          if (!(error instanceof TemplateError)) throw error
        }
      }
  })
}

test('most of the hostile texts are refused, and some stand in a command as one word', () => {
  assert.ok(tried > 1000 && taken > 0 && taken < tried / 2, `${tried} tried, ${taken} taken`)
  console.log(`     ${tried} values tried, ${taken} stood in a command as text`)
})
