import {
  changingLines,
  commonSecrets,
  runningConfig,
  type CliProfile,
  type CliRevert,
} from '@linecard/driver-kit/cli'

/**
 * `reload in` and `reload cancel`: IOS Configuration Fundamentals Command Reference, Cisco IOS Cookbook 2.11.
 * If the configuration was not saved, it asks whether to save it first.
 */
const reloadIn: CliRevert = {
  arm: {
    when: 'before',
    command: 'reload in {minutes}',
    answers: [
      { prompt: /Save\? \[yes\/no\]/i, answer: 'no' },
      { prompt: /\[confirm\]/i, answer: '' },
    ],
    unsaved: /^\s*no\s*$/m,
  },
  disarm: [{ command: 'reload cancel' }],
  show: { command: 'show reload', armed: /^Reload scheduled /m },
  saves: /^\s*(?:do\s+)?(?:wr(?:i|it|ite)?\b(?!\s+t)|copy\s+\S+\s+(?:s|nvram)|(?:erase|delete)\s)/i,
  minutes: { min: 1, max: 24 * 60 },
}

/** IOS, IOS-XE and NX-OS. A login with privilege 15 starts in the privileged mode (`enable`). */
export const iosCli: CliProfile = {
  modes: {
    exec: { prompt: /[\w.\-@/:]+>/, enter: null },
    enable: {
      prompt: /[\w.\-@/:]+#/,
      enter: { from: 'exec', command: 'enable', secret: 'enable' },
      leave: 'disable',
    },
    config: {
      prompt: /[\w.\-@/:]+\(config[^)]*\)#/,
      enter: { from: 'enable', command: 'configure terminal' },
      leave: 'end',
    },
  },
  main: 'enable',
  pager: [{ prompt: /^\s*-{1,5}\s?\(?more\)?\s?-{1,5}\s*(?:\(.*|\S.*)?$/i, answer: ' ' }],
  // The last one keeps messages of the device out of the session (IOS and NX-OS command references).
  afterLogin: ['terminal length 0', 'terminal width 0', 'terminal no monitor'],
  comment: '!',
  errors: [
    /^\s*% ?(Invalid|Incomplete|Ambiguous|Unknown|Unrecognized|Bad|Error|Permission|Authorization|Access|Cannot|Failed|Not)/i,
    /^(Error|ERROR):/,
    /^Command authorization failed/i,
  ],
  secrets: [
    ...commonSecrets,
    /\bkey-hash\s+\S+\s+(?<secret>\S+)/i,
    /\bip\s+nhrp\s+authentication\s+(?<secret>\S+)/i,
    // Keys of OSPFv3.
    /\bipsec\s+spi\s+\d+\s+(?:esp\s+\S+(?:\s+\d{3})?\s+(?:\d\s+)?\S+\s+)?(?:md5|sha1)\s+(?:\d\s+)?(?<secret>\S+)/i,
    /\bipsec\s+spi\s+\d+\s+esp\s+\S+(?:\s+\d{3})?\s+(?:\d\s+)?(?<secret>\S+)/i,
  ],
  ignore: [...changingLines, /^Current configuration ?:/],
  backup: runningConfig,
  logout: 'exit',
  legacySsh: {
    kex: ['diffie-hellman-group14-sha1', 'diffie-hellman-group-exchange-sha1', 'diffie-hellman-group1-sha1'],
    cipher: ['aes128-cbc', 'aes256-cbc', '3des-cbc'],
    hmac: ['hmac-sha1', 'hmac-md5'],
    hostKey: ['ssh-rsa'],
  },
}

/** The same with `reload in`, and `end` as the last line of a configuration. NX-OS has neither. */
export const iosReloadCli: CliProfile = {
  ...iosCli,
  revert: reloadIn,
  backup: { ...runningConfig, end: /^end$/ },
}

/** IOS XR has no privileged mode. Configuration needs a commit. */
export const iosXrCli: CliProfile = {
  ...iosCli,
  modes: {
    exec: { prompt: /(?:RP\/)?[\w.\-@/:]+#/, enter: null },
    config: {
      prompt: /(?:RP\/)?[\w.\-@/:]+\(config[^)]*\)#/,
      enter: { from: 'exec', command: 'configure terminal' },
      leave: 'abort',
    },
  },
  main: 'exec',
  afterLogin: ['terminal length 0', 'terminal width 0', 'terminal monitor disable'],
  ignore: [...changingLines, /^Building configuration/, /^!! IOS XR/],
  // It prints the time above the output of every command.
  backup: {
    ...runningConfig,
    end: /^end$/,
    drop: [...runningConfig.drop, /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) \w{3} +\d+ \d+:\d+:[\d.]+ \w{1,8}$/],
  },
}

/** Small business series (SG, SF, CBS, Catalyst 1200 and 1300). */
export const smallBusinessCli: CliProfile = {
  ...iosCli,
  pager: [{ prompt: /^\s*More: <space>/, answer: ' ' }, ...iosCli.pager],
  afterLogin: ['terminal datadump'],
}

/**
 * ASA, wireless controllers, ME 1200. They print the messages of IOS, but have another pager and another
 * command to switch it off.
 */
export const otherCli: CliProfile = {
  ...iosCli,
  pager: [{ prompt: /^\s*<--- More --->\s*$/, answer: ' ' }, ...iosCli.pager],
  afterLogin: ['terminal length 0', 'terminal pager 0'],
  ignore: [...iosCli.ignore!, /^: (?:Saved|Written by )/, /^Cryptochecksum:/],
  // ASA prints keys with the first one, and stars in place of them with the second.
  backup: {
    ...runningConfig,
    commands: [
      { command: 'more system:running-config', or: ['show running-config', 'show run-config commands'] },
    ],
  },
}
