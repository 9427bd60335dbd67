import type { BaseUrlProblem } from '../../../shared/settings/base-url.ts'
import { addressProblems } from '../../../shared/words/en/reasons.ts'

const ways = (count: number) => (count === 1 ? 'one way' : 'one of these ways')

/** What every host prints in the terminal: about its options, and about failed starts. */
export const setup = {
  /** `option`: as it was typed, or should be. */
  optionUnknown: (option: string) => `Unknown option '${option}'.`,
  optionWithValue: (option: string) => `Option '${option}' does not take a value.`,
  optionWithoutValue: (option: string) => `Option '${option}' has no value.`,
  argumentsWrong: 'The arguments are wrong.',
  strayWord: (word: string) => `“${word}” is no option of npm start.`,
  startHelp: {
    title: 'npm start -- [options]',
    options: [
      ['--browser', 'Open in the browser.'],
      ['--desktop', 'Open in a window of its own; without either option where that is possible.'],
      ['--port N', 'In the browser: the port; 0 for any that is free.'],
      ['--no-open', 'In the browser: only print the address.'],
      ['--data DIR', 'The folder of the library and the settings.'],
      ['--service URL', 'Start with the service at this address.'],
      ['--allow-http', 'Use an address without encryption, where others can read your key.'],
      ['--help', 'Print this.'],
    ] satisfies readonly (readonly [string, string])[],
  },
  browserOrDesktop: 'Choose --browser or --desktop, not both.',
  portWrong: (text: string) => `--port takes a number from 0 to 65535, not “${text}”.`,
  portInUse: (port: number) => `Port ${port} is in use. Choose another with --port N, or leave it out.`,
  portRefused: (port: number) => `Port ${port} may not be opened. Choose one above 1023 with --port N.`,
  addressWrong: (problem: BaseUrlProblem) => `The address can’t be used: ${addressProblems[problem]}.`,
  serviceWrong: (problem: BaseUrlProblem) =>
    `The address of --service can’t be used: ${addressProblems[problem]}.`,
  /** `option`: the one by which the person allows it. */
  addressInClear: (address: string, option: string) =>
    `The address ${address} is not encrypted: anyone on the network path can read your key, every prompt and every result. Use its https:// address; if you insist on this one, add ${option}.`,
  chooseOne: (options: readonly string[]) => `Choose one of ${options.join(' and ')}.`,
  pageNotBuilt: 'The page has not been built. Run: npm run build',
  desktopFailed: (systemWords: string) => `The desktop window could not be opened: ${systemWords}`,
  desktopMissing: {
    display: 'There is no display for a desktop window. Start with --browser instead.',
    program: 'The desktop program has not been built. Start with --browser instead.',
    binary: 'Electron’s binary is not here and could not be fetched. Start with --browser instead.',
  },
  fetchingDesktop: 'fetching the desktop runtime, once; this can take a minute…',
  desktopNotFetched: 'it could not be fetched, so the browser is used.',
  /** `reason`: a sentence. */
  cannotStart: (reason: string, systemWords: string) =>
    `Atelier can’t start: ${reason} (${systemWords}) Nothing was sent. Put that right, or choose another folder with --data DIR.`,
  storageTrouble: (reason: string, systemWords: string) => `${reason} (${systemWords})`,
  /** For a library that can't be used; each way out is listed below with its command. */
  waysOut: (problem: string, count: number) => `${problem} You can go on in ${ways(count)}:`,
  browserNotOpened: 'Your browser could not be opened. Open the address above in it.',
  browserNotThere:
    'Your browser has not opened Atelier yet. If it shows an error instead, open the address above in it.',
  /** In the file that redirects the person's browser to the page, with a link labelled by the second text. */
  opening: { sentence: 'Atelier opens in a moment. If it doesn’t:', link: 'open it here' },
}
