import { assert, suite } from '@linecard/test-kit'
import { cleanName, disposition } from '../src/names.ts'

const test = suite('attachments: names')

const longText = 'й'.repeat(300)
const cases: readonly [given: string, clean: string][] = [
  ['cabinet.png', 'cabinet.png'],
  ['Шафа №5.PNG', 'Шафа №5.PNG'],
  ['../../etc/passwd', 'passwd.png'],
  ['..%2f..%2Fetc%2fpasswd', 'passwd.png'],
  ['..%5c..%5Cboot.ini', 'boot.ini.png'],
  ['C:\\Windows\\win.png', 'win.png'],
  ['..\\..\\x.png', 'x.png'],
  ['/etc/', 'file.png'],
  ['..', 'file.png'],
  ['.', 'file.png'],
  ['', 'file.png'],
  ['   ', 'file.png'],
  ['.png', 'png.png'],
  ['.htaccess', 'htaccess.png'],
  ['...hidden.png', 'hidden.png'],
  ['a\0b.png', 'ab.png'],
  ['a\r\nX-Evil: 1.png', 'aX-Evil_ 1.png'],
  ['gnp.\u202Exe.png', 'gnp.xe.png'],
  ['\u2066a\u2069\u200B\uFEFF.png', 'a.png'],
  ['a\u2028b\u2029c.png', 'abc.png'],
  ['a<b>:"|?*.png', 'a_b______.png'],
  ['half \uD800.png', 'half \uFFFD.png'],
  ['CON', '_CON.png'],
  ['con.png', '_con.png'],
  ['Lpt1.tar.png', '_Lpt1.tar.png'],
  ['COM¹.png', '_COM¹.png'],
  ['console.png', 'console.png'],
  ['page.html', 'page.html.png'],
  ['a.png.exe', 'a.png.exe.png'],
  ['tail. . .', 'tail.png'],
  ['a   b\t.png', 'a b.png'],
  ['cafe\u0301.png', 'caf\u00E9.png'],
]

test('a name loses its path, invisible and forbidden characters, and a wrong ending', () => {
  for (const [given, clean] of cases) assert.is(cleanName(given, ['png']), clean, JSON.stringify(given))
})

test('a long name is cut between characters and keeps its ending', () => {
  for (const long of [
    'x'.repeat(300),
    longText,
    '😀'.repeat(300),
    `${'x'.repeat(300)}.png`,
    `x.${'y'.repeat(300)}`,
  ]) {
    const clean = cleanName(long, ['png'])
    assert.ok([...clean].length <= 120 && Buffer.byteLength(clean) <= 240, clean)
    assert.ok(clean.endsWith('.png') && clean.isWellFormed())
  }
})

test('a name of a million dots, blanks or slashes costs no time', () => {
  for (const filler of ['.', ' ', '. ', '/', '..%2f', 'a.', '\u202E', '\uD800'])
    assert.ok(cleanName(`a${filler.repeat(1_000_000)}b`, ['png']).endsWith('.png'))
})

test('a name that is clean does not change', () => {
  for (const [, clean] of cases) assert.is(cleanName(clean, ['png']), clean)
})

test('a download has its name in ASCII and in UTF-8 (RFC 6266, RFC 8187)', () => {
  assert.is(
    disposition('attachment', 'a b.png'),
    `attachment; filename="a b.png"; filename*=UTF-8''a%20b.png`,
  )
  assert.is(
    disposition('attachment', `Шафа's (1)*.png`),
    `attachment; filename="_____s _1__.png"; filename*=UTF-8''%D0%A8%D0%B0%D1%84%D0%B0%27s%20%281%29%2A.png`,
  )
  for (const [, clean] of cases)
    assert.match(
      disposition('inline', clean),
      /^inline; filename="[\w. -]*"; filename\*=UTF-8''[\w.~!-]*(%[\dA-F]{2}[\w.~!-]*)*$/,
    )
})
