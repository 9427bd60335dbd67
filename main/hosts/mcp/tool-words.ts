/** What the tools of the agents' server say of themselves. They are read by programs, in English everywhere. */
export const agentTools = {
  instructions:
    'Atelier generates images, videos and audio with a paid service and keeps the results in a local library. ' +
    'A run costs real money and can’t be undone: call estimate first, then generate with its quote and a key of your own, then wait until it is done. ' +
    'Repeat generate with the same key if you are unsure whether it worked: it is the same run, never a second one. ' +
    'Runs above a set price wait for the person’s yes in Atelier’s window. Results are files on this machine, given by path.',
  listModels: {
    title: 'List models',
    description:
      'The models that the connected service offers, with kind, lowest listed price and, on deprecated ones, a deprecation object. Descriptions are shortened; get_model_schema has them in full.',
  },
  getModelSchema: {
    title: 'Get a model’s schema',
    description:
      'JSON Schema of a model’s request, its notes and prices, and a deprecation object where it is deprecated.',
  },
  estimate: {
    title: 'Estimate a price',
    description:
      'Prices a request and returns a quote, which generate takes until it expires. Costs nothing. A media value is an https URL, or atelier://file/FILE_ID for a file of the library; a field with x-file-part takes the latter only. verdict: free can be sent at once, asks_person waits for the person’s yes, over_budget is refused. With is_window_open false nobody can say yes: such a run is refused until the person opens Atelier.',
  },
  generate: {
    title: 'Generate',
    description:
      'Sends the runs of a quote, which costs money, and returns at once. key is your own unique name for this run (such as a UUID): the same key is always the same run, also after a crash, and never costs twice. held: "waiting" means that nothing is sent before the person says yes in Atelier’s window.',
  },
  wait: {
    title: 'Wait for runs',
    description:
      'Waits until the runs of a key, or of submission_ids, have ended with their files, for at most 45 seconds; call it again while is_done is false. A run that ends in the state unknown may have been charged: look again later with get_job, and don’t send it under another key.',
  },
  cancel: {
    title: 'Cancel runs',
    description:
      'Cancels runs of agents that were not sent yet, and requests that wait for the person, by key or submission_id. What was sent can’t be stopped.',
  },
  getJob: {
    title: 'Get a run',
    description:
      'A run by its submission_id, or the runs of a key. held, where nothing was sent: waiting for the person, or declined, cancelled, expired, or outdated, which needs a new quote.',
  },
  listJobs: { title: 'List runs', description: 'The library’s runs, newest first.' },
  searchLibrary: {
    title: 'Search the library',
    description: 'Saved results, newest first, by words of the prompt, kind and rating.',
  },
  contactSheet: {
    title: 'Contact sheet',
    description:
      'Up to 36 files of the library as one small image, numbered in the given order. A file without a thumbnail that is no PNG or JPEG is a blank cell.',
  },
  rate: { title: 'Rate files', description: 'Sets the stars (0 to 5) or the flag of files of the library.' },
  spend: {
    title: 'Spend',
    description: 'What completed jobs of the connected account cost between two UTC days, in micro-dollars.',
  },
  modelId: 'The id of a model, from list_models.',
  key: 'Your own unique name for the run, 8 to 200 characters.',
  submissionId: 'The submission_id of a run.',
  /** Messages that no tool sees. */
  refused: {
    too_large: 'The message is larger than 4 MiB. Give media as URLs, or as files of the library.',
    too_deep: 'The message is nested too deeply.',
    too_many_members: 'The message has more than 10,000 members.',
    not_json: 'The message is no JSON.',
  },
  unnamed: 'Name the run by its key or its submission_id, one of them.',
  cell: (number: number, fileId: string) => `${number}: ${fileId}`,
} as const
