import { commonSecrets, type CliProfile } from '@linecard/driver-kit/cli'

/**
 * ISAM's console: `typ:isadmin>#` or `leg:isadmin>#`. The context follows after `>`, and `$` ends
 * the prompt of a context that does not exist yet. Sources: NOTES.md, Console.
 */
export const isamCli: CliProfile = {
  modes: {
    main: { prompt: /(?:\w{1,16}:)?[\w.@-]{1,64}>(?!configure)[\w.:>/-]{0,128}[#$] ?/, enter: null },
    config: {
      prompt: /(?:\w{1,16}:)?[\w.@-]{1,64}>configure[\w.:>/-]{0,256}[#$] ?/,
      enter: { from: 'main', command: 'configure' },
      leave: 'exit all',
    },
  },
  main: 'main',
  pager: [{ prompt: /^\s*Press <space>\(page\)\/<enter>\(line\)\/q\(quit\) to continue\.{3}/i, answer: ' ' }],
  // Each of the first three goes into the context `environment`.
  afterLogin: [
    'environment mode batch',
    'environment inhibit-alarms',
    'environment print no-more',
    'exit all',
  ],
  errors: [/^\s*(?:\^\s*)?(?:Error\s*:\s*)?(?:invalid token|command is not complete)\b/i, /^\s*Error :/],
  secrets: [
    ...commonSecrets,
    // The password with which an ONT registers.
    /\b(?:subslocid|slid)\s+(?!WILDCARD\b)(?<secret>"[^"]*"|[^\s"]+)/i,
    /(?<![\w-])(?:plain|encrypted|md5|sha1|des|aes-128):(?<secret>[^\s:]+)/i,
  ],
  backup: { commands: ['info configure flat'] },
  logout: 'logout',
}
