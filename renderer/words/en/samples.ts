export const samples = {
  title: 'Begin with one of these',
  body: 'The sandbox made them. A click fills the form and sends nothing.',
  list: 'Samples',
  opened: 'The form is filled.',
  of: {
    dusk: {
      name: 'An image',
      prompt: 'A quiet sea at dusk, a low sun over a far headland, soft haze, long exposure',
    },
    waves: { name: 'A video from that image', prompt: 'The waves roll in slowly, the light turns' },
    song: { name: 'A song', prompt: 'A slow song for guitar and one voice, warm, by the sea' },
    shapes: { name: 'A contact sheet', prompt: 'Snow on a mountain pass, first light' },
    boats: { name: 'Wildcards', prompt: 'A calm {rose|golden|blue} sea at dawn' },
    poster: {
      name: 'An illustration',
      prompt: 'Layers of cut paper, teal and lilac, a soft glow at the center',
    },
  },
}
