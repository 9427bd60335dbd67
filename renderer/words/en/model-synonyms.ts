/** Other words for what the model picker shows, separated by spaces; a search finds them by their beginnings. */
export const modelSynonyms = {
  kind: {
    image: 'picture photo photograph still drawing artwork',
    video: 'film movie clip footage animation motion',
    audio: 'sound music song track voice',
  },
  takes: {
    startImage: 'first frame animate',
    endImage: 'last frame transition',
    references: 'consistent character',
    video: 'extend continue edit',
    styles: 'look',
    image: 'picture photo edit',
    makesAudio: 'sound speech voice talking',
    ultra: 'uhd 2160p',
  },
  /** For models with a listed price; such a search lists the lowest price first. */
  cheap: 'cheap cheaper cheapest inexpensive budget',
  /** What is said of a model, and other words for it. */
  alike: [
    'affordable cheap inexpensive budget',
    'fast quick rapid draft',
    'expensive premium best',
    'photorealism realistic photographic',
    'editing edit change retouch',
    'text typography lettering',
  ],
}
