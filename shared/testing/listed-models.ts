/**
 * The interface's listing of each model, written a second time and in other terms than the catalogue's, so that
 * a mistake in the catalogue is found. A field reads `type`, `!` where required, its bounds, `=default`; a list
 * has `[]`.
 */
export interface ListedModel {
  readonly kind: string
  /** Present where the listing says “native audio”. */
  readonly makesAudio?: true
  readonly fields: Readonly<Record<string, string>>
  readonly aliases: Readonly<Record<string, string>>
  /** How many prices the listing has, and per what; `none` where it has none. */
  readonly prices: string
  /** A word of each constraint for which the listing gives no field name. */
  readonly unnamed: readonly RegExp[]
}

const june = (field: string) => `${field} 2026-06-19`
const september = (field: string) => `${field} 2026-09-11`

const flagshipLimit = 9_007_199_254_740_991

export const listedModels: Readonly<Record<string, ListedModel>> = {
  v1: {
    kind: 'video',
    makesAudio: true,
    fields: {
      prompt: 'string!',
      start_image: 'image',
      end_image: 'image',
      aspect_ratio: '16:9|4:3|1:1|3:4|9:16|21:9',
      reference_images: 'image[] ..9',
      reference_videos: 'video[] ..3',
      reference_audios: 'audio[] ..3',
      duration: 'number 4..15',
      resolution: '480p|720p|1080p|4k',
      seed: `integer -${flagshipLimit}..${flagshipLimit}`,
    },
    aliases: {
      startImage: june('start_image'),
      aspectRatio: june('aspect_ratio'),
      endImage: june('end_image'),
      referenceImages: june('reference_images'),
      referenceVideos: june('reference_videos'),
      referenceAudios: june('reference_audios'),
    },
    prices: '8 per second',
    unnamed: [/8K/, /prompt can be enhanced/, /2026-10-30T00:00:00Z/],
  },
  v2: {
    kind: 'video',
    fields: {
      prompt: 'string!',
      start_image: 'image',
      end_image: 'image',
      expand_prompt: 'boolean',
      resolution: '512p|768p|1080p',
      duration: 'number 6..10',
    },
    aliases: {
      startImage: june('start_image'),
      expandPrompt: june('expand_prompt'),
      endImage: june('end_image'),
    },
    prices: '15 per request',
    unnamed: [],
  },
  v3: {
    kind: 'video',
    makesAudio: true,
    fields: {
      prompt: 'string!',
      start_image: 'image',
      aspect_ratio: '16:9|9:16',
      duration: 'number 3..10',
      reference_images: 'image[] ..3',
      reference_videos: 'video[]',
    },
    aliases: {
      startImage: june('start_image'),
      aspectRatio: june('aspect_ratio'),
      referenceImages: june('reference_images'),
      referenceVideos: june('reference_videos'),
    },
    prices: 'none',
    unnamed: [],
  },
  v4: {
    kind: 'video',
    makesAudio: true,
    fields: {
      prompt: 'string! ..4096',
      start_image: 'image',
      start_video: 'video',
      duration: 'number 1..15',
      resolution: '480p|720p|1080p',
      aspect_ratio: '16:9|9:16|1:1',
    },
    aliases: {
      startImage: june('start_image'),
      startVideo: june('start_video'),
      aspectRatio: june('aspect_ratio'),
    },
    prices: '3 per second',
    unnamed: [/only sizes the start frame/],
  },
  v5: {
    kind: 'video',
    fields: {
      prompt: 'string!',
      start_image: 'image',
      end_image: 'image',
      expand_prompt: 'boolean',
      resolution: '768p|1080p',
    },
    aliases: {
      startImage: june('start_image'),
      expandPrompt: june('expand_prompt'),
      endImage: june('end_image'),
    },
    prices: '4 per request',
    unnamed: [/6 or 10 seconds/],
  },
  v6: {
    kind: 'video',
    fields: {
      prompt: 'string!',
      start_image: 'image',
      end_image: 'image',
      expand_prompt: 'boolean',
      resolution: '768p|1080p',
      duration: 'number 6..10',
    },
    aliases: {
      startImage: june('start_image'),
      expandPrompt: june('expand_prompt'),
      endImage: june('end_image'),
    },
    prices: '4 per request',
    unnamed: [/6 and 10 seconds only/],
  },
  v7: {
    kind: 'video',
    fields: {
      prompt: 'string! ..4096',
      start_image: 'image',
      start_video: 'video',
      duration: 'number 1..15',
      resolution: '480p|720p',
      aspect_ratio: '16:9|9:16|1:1|4:3|3:4|3:2|2:3',
      reference_images: 'image[] ..7',
      edit_video: 'video',
    },
    aliases: {
      startImage: june('start_image'),
      startVideo: june('start_video'),
      aspectRatio: june('aspect_ratio'),
      referenceImages: june('reference_images'),
      editVideo: june('edit_video'),
    },
    prices: '2 per second',
    unnamed: [],
  },
  v8: {
    kind: 'video',
    fields: {
      prompt: 'string!',
      start_image: 'image',
      start_video: 'video',
      aspect_ratio: '16:9|9:16',
      duration: 'number 5..8',
    },
    aliases: {
      startImage: june('start_image'),
      startVideo: june('start_video'),
      aspectRatio: june('aspect_ratio'),
      image_url: june('start_image'),
    },
    prices: 'none',
    unnamed: [],
  },
  v9: {
    kind: 'video',
    fields: { prompt: 'string!', start_image: 'image', end_image: 'image', aspect_ratio: '16:9|9:16|1:1' },
    aliases: {
      startImage: june('start_image'),
      aspectRatio: june('aspect_ratio'),
      endImage: june('end_image'),
    },
    prices: 'none',
    unnamed: [],
  },
  v10: {
    kind: 'video',
    makesAudio: true,
    fields: {
      prompt: 'string',
      start_image: 'image',
      end_image: 'image',
      aspect_ratio: '16:9|9:16',
      generate_audio: 'boolean',
    },
    aliases: {
      startImage: june('start_image'),
      aspectRatio: june('aspect_ratio'),
      endImage: june('end_image'),
      generateAudio: june('generate_audio'),
    },
    prices: '2 per second',
    unnamed: [/per second/],
  },
  i1: {
    kind: 'image',
    fields: {
      prompt: 'string! 1..',
      aspect_ratio: '1:1|4:3|2:3|16:9|9:16',
      resolution: '1K',
      styles: 'style[] ..3',
      image_url: 'image',
      style_images: 'style image[] 1..',
      skip_prompt_expansion: 'boolean',
    },
    aliases: {
      presetStyles: june('styles'),
      skipPromptExpansion: june('skip_prompt_expansion'),
      aspectRatio: june('aspect_ratio'),
      imageUrl: june('image_url'),
      styleImages: june('style_images'),
    },
    prices: 'none',
    unnamed: [/0 to 1/],
  },
  i2: {
    kind: 'image',
    fields: { prompt: 'string!', style_images: 'style image[]' },
    aliases: { styleImages: june('style_images') },
    prices: '2 per request',
    unnamed: [/1K or 2K/, /more settings/],
  },
  i3: {
    kind: 'image',
    fields: {
      prompt: 'string! 1..',
      width: 'integer 1..',
      height: 'integer 1..',
      image_urls: 'image[] ..14',
      aspect_ratio: '21:9|1:1|4:3|3:2|2:3|5:4|4:5|3:4|16:9|9:16',
    },
    aliases: {
      imageUrls: june('image_urls'),
      aspectRatio: june('aspect_ratio'),
      style_images: september('image_urls'),
    },
    prices: 'none',
    unnamed: [],
  },
  i4: {
    kind: 'image',
    fields: {
      prompt: 'string! 1..',
      image_url: 'image',
      width: 'integer 512..8192',
      height: 'integer 512..8192',
      guidance_scale: 'number 0..24 =3',
      style_images: 'style image[] 1..',
    },
    aliases: {
      imageUrl: june('image_url'),
      guidance_scale_flux: june('guidance_scale'),
      styleImages: june('style_images'),
    },
    prices: 'none',
    unnamed: [/1 to 100/, /denoising strength/],
  },
  i5: {
    kind: 'image',
    fields: { prompt: 'string!', width: 'integer 1..', height: 'integer 1..', style_images: 'style image[]' },
    aliases: { styleImages: june('style_images') },
    prices: 'none',
    unnamed: [/fixed and in USD/, /more settings/],
  },
  i6: {
    kind: 'image',
    fields: {
      prompt: 'string! 1..',
      thinking_mode: 'fast|high',
      resolution: '1K|2K',
      aspect_ratio: '1:1|4:5|3:4|2:3|9:16|5:4|4:3|3:2|16:9|21:9',
    },
    aliases: {},
    prices: 'none',
    unnamed: [/up to 8 reference images/, /zero data retention/],
  },
  i7: {
    kind: 'image',
    fields: {
      prompt: 'string! 1..',
      image_urls: 'image[] ..10',
      width: 'integer 1..',
      height: 'integer 1..',
      aspect_ratio: '16:9|2:1|3:2|4:3|1:1|3:4|2:3|1:2|9:16',
      resolution: '1K|2K|4K',
    },
    aliases: { imageUrls: june('image_urls'), style_images: september('image_urls') },
    prices: 'none',
    unnamed: [/low, medium, high or auto/],
  },
  i8: {
    kind: 'image',
    fields: {
      prompt: 'string! 1..',
      width: 'integer 256..4096',
      height: 'integer 256..4096',
      styles: 'style[] ..3',
    },
    aliases: { presetStyles: june('styles') },
    prices: 'none',
    unnamed: [/1 to 50/],
  },
  a1: {
    kind: 'audio',
    fields: { prompt: 'string! 1..4100', force_instrumental: 'boolean =false' },
    aliases: {},
    prices: 'none',
    unnamed: [/3 seconds to 10 minutes/],
  },
}
