import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assert, suite } from '@linecard/test-kit'
import { readNames } from '../src/intake/snmp/names.ts'

const test = suite('traps: names')
const mib = `
ACME-MIB DEFINITIONS ::= BEGIN
IMPORTS
  MODULE-IDENTITY, OBJECT-TYPE, NOTIFICATION-TYPE, enterprises, Integer32 FROM SNMPv2-SMI;
acme MODULE-IDENTITY
  LAST-UPDATED "202601010000Z"
  ORGANIZATION "Acme"
  CONTACT-INFO "nobody"
  DESCRIPTION "For a test."
  ::= { enterprises 99999 }
acmeLamp OBJECT-TYPE
  SYNTAX Integer32
  MAX-ACCESS read-only
  STATUS current
  DESCRIPTION "A lamp."
  ::= { acme 1 }
acmeLampBurnt NOTIFICATION-TYPE
  OBJECTS { acmeLamp }
  STATUS current
  DESCRIPTION "It is dark."
  ::= { acme 2 }
END
`

test('the MIBs that come with net-snmp; the index of a row stays', () => {
  const names = readNames('')
  assert.equal(
    ['1.3.6.1.2.1.2.2.1.8.7', '1.3.6.1.6.3.1.1.5.3', '1.3.6.1.4.1.99999.1.0', '1.3'].map(names.of),
    ['ifOperStatus.7', 'linkDown', null, null],
  )
  assert.equal(names.problems, [])
})

test('a folder of MIB files: one that is broken is told, and a link is not followed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'linecard-mibs-'))
  try {
    writeFileSync(join(folder, 'ACME-MIB.mib'), mib)
    writeFileSync(join(folder, 'broken.mib'), Buffer.alloc(4096, 0xff))
    writeFileSync(join(folder, 'empty.mib'), '')
    symlinkSync('/etc/passwd', join(folder, 'link.mib'))
    const names = readNames(folder)
    assert.equal(['1.3.6.1.4.1.99999.1.0', '1.3.6.1.4.1.99999.2', '1.3.6.1.2.1.2.2.1.8.7'].map(names.of), [
      'acmeLamp.0',
      'acmeLampBurnt',
      'ifOperStatus.7',
    ])
    assert.ok(names.problems.every(problem => !problem.includes('passwd')))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('hidden files, folders and files of more than 4 MB are not read', () => {
  const folder = mkdtempSync(join(tmpdir(), 'linecard-mibs-'))
  try {
    writeFileSync(join(folder, '.ACME-MIB.mib'), mib)
    mkdirSync(join(folder, 'more'))
    writeFileSync(join(folder, 'long.mib'), mib + ' '.repeat(4 * 1024 * 1024 + 1 - Buffer.byteLength(mib)))
    const none = readNames(folder)
    assert.equal([none.of('1.3.6.1.4.1.99999.2'), none.problems], [null, []])
    writeFileSync(join(folder, 'long.mib'), mib + ' '.repeat(4 * 1024 * 1024 - Buffer.byteLength(mib)))
    assert.is(readNames(folder).of('1.3.6.1.4.1.99999.2'), 'acmeLampBurnt')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('a folder that is not there is told', () => {
  const names = readNames('/nowhere/at/all')
  assert.is(names.problems.length, 1)
  assert.is(names.of('1.3.6.1.6.3.1.1.5.4'), 'linkUp')
})
