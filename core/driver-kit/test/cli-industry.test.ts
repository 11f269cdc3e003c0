import { assert, suite } from '@linecard/test-kit'
import { industryCli } from '../src/cli/index.ts'
import { cliFindings } from '../src/cli/check.ts'

const test = suite('industry command line')

test('the profile is sound, and each prompt is of one mode', () => {
  const { modes, errors, pager } = industryCli({ errors: [/^oops/] })
  assert.equal(cliFindings(industryCli()), [])
  const modeOf = (line: string) =>
    Object.keys(modes).filter(name => new RegExp(`^(?:${modes[name]!.prompt.source})$`).test(line))
  assert.equal(['sw-1>', 'sw-1# ', '(EdgeSwitch) >', 'sw(config-if)#', 'sw(conf)#'].map(modeOf), [
    ['user'],
    ['privileged'],
    [],
    ['config'],
    ['config'],
  ])
  assert.ok(
    ['% Invalid input detected', '%Error: bad', 'oops'].every(line =>
      errors.some(pattern => pattern.test(line)),
    ),
  )
  assert.ok(
    ['--More--', '--More-- or (q)uit', 'More: <space>,  Quit: q'].every(line => pager[0]!.prompt.test(line)),
  )
})
