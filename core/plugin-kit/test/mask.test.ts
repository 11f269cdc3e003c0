import { masked } from '@linecard/plugin-kit'
import { assert, suite } from '@linecard/test-kit'

/** Fault 39. */
const test = suite('secrets in commands with constructs beside them')

test('the text after a question for a password is masked, in whatever order the fields stand', () => {
  const commands = [
    { constructs: '<prompt="Password:">', text: 'enable' },
    { text: 'zq1-Rw8x1Kp' },
    { text: 'username bob password zq2-Rw8x2Kp' },
    { text: 'radius-server host 192.0.2.1 key zq3-Rw8x3Kp', constructs: '<confirm="zq4-Rw8x4Kp">' },
    'show clock',
    { text: 'show version', constructs: '<confirm-if="y","Continue?">' },
  ]
  assert.equal(masked({ commands }).value, {
    commands: [
      { text: 'enable', constructs: '<prompt="Password:">' },
      { text: '***' },
      { text: 'username bob password ***' },
      { text: 'radius-server host 192.0.2.1 key ***', constructs: '<confirm="***">' },
      'show clock',
      { text: 'show version', constructs: '<confirm-if="y","Continue?">' },
    ],
  })
})
