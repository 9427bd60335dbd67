/**
 * The steps from an empty file to today's format; step n raises `user_version` to n. Never edited once
 * released, except where a damaged row would have stopped one.
 */
export const migrations: readonly string[] = [
  `
  CREATE TABLE submissions (
    seq INTEGER PRIMARY KEY,
    submission_id TEXT NOT NULL UNIQUE,
    batch_id TEXT NOT NULL,
    model_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    service_id TEXT NOT NULL,
    path TEXT NOT NULL,
    values_json TEXT NOT NULL,
    body_sha256 TEXT NOT NULL,
    estimate_json TEXT NOT NULL,
    charge_micro_usd INTEGER,
    state TEXT NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    problem_json TEXT,
    confirmed_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    sent_at INTEGER,
    repeats TEXT,
    job_id TEXT,
    job_json TEXT,
    job_status TEXT,
    ended_at INTEGER
  ) STRICT;
  CREATE INDEX submissions_open ON submissions (state, seq) WHERE state IN ('confirmed', 'unsent', 'sending', 'unknown');
  CREATE INDEX submissions_running ON submissions (seq) WHERE state = 'accepted' AND ended_at IS NULL;
  CREATE INDEX submissions_completed ON submissions (ended_at) WHERE job_status = 'completed';
  CREATE INDEX submissions_durations ON submissions (model_id, ended_at) WHERE job_status = 'completed';
  CREATE INDEX submissions_job ON submissions (job_id) WHERE job_id IS NOT NULL;

  CREATE TABLE attempts (
    submission_id TEXT NOT NULL REFERENCES submissions (submission_id),
    attempt INTEGER NOT NULL,
    started_at INTEGER NOT NULL,
    PRIMARY KEY (submission_id, attempt)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE files (
    seq INTEGER PRIMARY KEY,
    file_id TEXT NOT NULL UNIQUE,
    submission_id TEXT NOT NULL REFERENCES submissions (submission_id),
    ordinal INTEGER NOT NULL,
    url TEXT NOT NULL,
    state TEXT NOT NULL,
    name TEXT NOT NULL,
    kind TEXT NOT NULL,
    model_id TEXT NOT NULL,
    prompt TEXT NOT NULL,
    path TEXT,
    media_type TEXT,
    bytes INTEGER NOT NULL DEFAULT 0,
    sha256 TEXT,
    width REAL,
    height REAL,
    duration_seconds REAL,
    poster_path TEXT,
    failure TEXT,
    saved_at INTEGER,
    UNIQUE (submission_id, ordinal)
  ) STRICT;
  CREATE INDEX files_to_fetch ON files (seq) WHERE state IN ('waiting', 'downloading');
  CREATE INDEX files_saved ON files (seq) WHERE state = 'saved';
  CREATE INDEX files_saved_kind ON files (kind, seq) WHERE state = 'saved';

  CREATE VIRTUAL TABLE file_search USING fts5 (
    prompt, content = 'files', content_rowid = 'seq', tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3'
  );

  CREATE TABLE inputs (
    sha256 TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    media_type TEXT NOT NULL,
    extension TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    name TEXT NOT NULL,
    added_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
  // The queue's order is the person's: a position among the waiting runs, independent of the order of writing.
  `
  ALTER TABLE submissions ADD COLUMN position INTEGER NOT NULL DEFAULT 0;
  UPDATE submissions SET position = seq;
  CREATE INDEX submissions_queue ON submissions (position) WHERE state IN ('confirmed', 'unsent');
  `,
  // Webhooks: the secret from which run addresses are derived, the accepted request ids with their deliveries,
  // a log.
  `
  CREATE TABLE webhook_secret (id INTEGER PRIMARY KEY CHECK (id = 1), secret BLOB NOT NULL) STRICT;

  CREATE TABLE webhook_requests (
    service_id TEXT NOT NULL,
    request_id TEXT NOT NULL,
    submission_id TEXT NOT NULL REFERENCES submissions (submission_id),
    job_id TEXT NOT NULL,
    received_at INTEGER NOT NULL,
    settled_at INTEGER,
    PRIMARY KEY (service_id, request_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX webhook_requests_open ON webhook_requests (received_at) WHERE settled_at IS NULL;

  CREATE TABLE webhook_log (
    seq INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    outcome TEXT NOT NULL,
    status INTEGER NOT NULL,
    detail TEXT,
    request_id TEXT,
    submission_id TEXT
  ) STRICT;
  `,
  // More about the person's files than their type; where services keep uploaded ones, and which request names
  // which.
  `
  ALTER TABLE inputs ADD COLUMN width REAL;
  ALTER TABLE inputs ADD COLUMN height REAL;
  ALTER TABLE inputs ADD COLUMN duration_seconds REAL;

  CREATE TABLE uploads (
    base_url TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    url TEXT NOT NULL,
    uploaded_at INTEGER NOT NULL,
    PRIMARY KEY (base_url, sha256)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE body_uploads (
    body_sha256 TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    url TEXT NOT NULL,
    PRIMARY KEY (body_sha256, sha256)
  ) STRICT, WITHOUT ROWID;

  CREATE INDEX files_sha256 ON files (sha256) WHERE sha256 IS NOT NULL;
  `,
  // Recipes, and the prompts of all runs, each once; both can be searched.
  `
  CREATE TABLE recipes (
    seq INTEGER PRIMARY KEY,
    recipe_id TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    model_id TEXT NOT NULL,
    values_json TEXT NOT NULL,
    is_pinned INTEGER NOT NULL,
    touched_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX recipes_order ON recipes (is_pinned, touched_at, seq);
  CREATE INDEX recipes_name ON recipes (name, model_id);
  CREATE VIRTUAL TABLE recipe_search USING fts5 (
    name, prompt, tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3'
  );

  CREATE TABLE prompts (
    seq INTEGER PRIMARY KEY,
    prompt TEXT NOT NULL UNIQUE,
    model_id TEXT NOT NULL,
    used_at INTEGER NOT NULL,
    times INTEGER NOT NULL
  ) STRICT;
  INSERT INTO prompts (prompt, model_id, used_at, times)
    SELECT CASE WHEN json_valid(values_json) THEN iif(json_type(values_json, '$.prompt') = 'text', values_json ->> '$.prompt', NULL) END
      AS prompt, model_id, max(confirmed_at), count(*) FROM submissions
    WHERE prompt <> '' GROUP BY prompt ORDER BY max(seq);
  CREATE VIRTUAL TABLE prompt_search USING fts5 (
    prompt, content = 'prompts', content_rowid = 'seq', tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3'
  );
  INSERT INTO prompt_search (prompt_search) VALUES ('rebuild');
  `,
  // The address given to the service, and since when it is this one.
  `
  CREATE TABLE webhook_address (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    address TEXT NOT NULL,
    since INTEGER NOT NULL
  ) STRICT;
  `,
  // Contact sheets: the values by which a batch's runs are compared.
  `
  CREATE TABLE sheets (batch_id TEXT PRIMARY KEY, sheet_json TEXT NOT NULL) STRICT, WITHOUT ROWID;
  `,
  // A contact sheet is one entry in the library: its first downloaded file represents all, the others are
  // behind it.
  `
  CREATE INDEX submissions_batch ON submissions (batch_id, seq);
  ALTER TABLE files ADD COLUMN sheet_id TEXT;
  ALTER TABLE files ADD COLUMN is_behind INTEGER NOT NULL DEFAULT 0;
  UPDATE files SET sheet_id = (SELECT batch_id FROM submissions WHERE submission_id = files.submission_id)
    WHERE submission_id IN (SELECT submission_id FROM submissions JOIN sheets USING (batch_id));
  CREATE INDEX files_sheet ON files (sheet_id, seq) WHERE sheet_id IS NOT NULL AND state = 'saved';
  CREATE INDEX files_in_front ON files (seq) WHERE state = 'saved' AND is_behind = 0;
  UPDATE files SET is_behind = 1 WHERE sheet_id IS NOT NULL AND state = 'saved'
    AND seq > (SELECT min(seq) FROM files AS first WHERE first.sheet_id = files.sheet_id AND first.state = 'saved');
  `,
  // Of a job the used members are kept in a form of our own; the rest of the service's record is bytes that no
  // query reads.
  `
  ALTER TABLE submissions ADD COLUMN job_rest BLOB;
  ALTER TABLE submissions ADD COLUMN job_milliseconds INTEGER;
  UPDATE submissions SET
    job_rest = CAST(job_json AS BLOB),
    job_milliseconds = CASE WHEN json_valid(job_json) AND job_status = 'completed' THEN
      round((julianday(job_json ->> '$.completed_at') - julianday(job_json ->> '$.created_at')) * 86400000) END,
    job_json = CASE WHEN json_valid(job_json) THEN json_object(
      'job_id', job_id,
      'status', job_status,
      'created_at', job_json ->> '$.created_at',
      'completed_at', job_json ->> '$.completed_at',
      'progress', job_json -> '$.progress',
      'result', CASE json_type(job_json, '$.result.urls') WHEN 'array' THEN
        json_object('urls', job_json -> '$.result.urls') END,
      'error', CASE WHEN json_type(job_json, '$.error') = 'object' THEN json_object(
        'code', substr(job_json ->> '$.error.code', 1, 200),
        'message', substr(job_json ->> '$.error.message', 1, 2000)) END
    ) END
  WHERE job_json IS NOT NULL;
  `,
  // Addresses of results that lead inward stay refused; each service's host class is kept, so that it can't
  // turn inward later.
  `
  ALTER TABLE files ADD COLUMN is_refused INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE files ADD COLUMN refused_json TEXT NOT NULL DEFAULT '[]';
  CREATE TABLE address_classes (service_id TEXT PRIMARY KEY, address_class TEXT NOT NULL) STRICT, WITHOUT ROWID;
  `,
  // What endpoints reported of their end: headers of a deprecated one, or a 410.
  `
  CREATE TABLE deprecation_signs (
    service_id TEXT NOT NULL,
    path TEXT NOT NULL,
    model_id TEXT NOT NULL,
    state TEXT NOT NULL,
    sunset_date TEXT,
    message TEXT,
    replacement TEXT,
    link TEXT,
    heard_at INTEGER NOT NULL,
    PRIMARY KEY (service_id, path)
  ) STRICT, WITHOUT ROWID;
  `,
  // What a run cost, decided by its result; `pending` until the result was looked at. A price per second counts at
  // fifteen seconds where no longest length was written with it.
  `
  ALTER TABLE submissions ADD COLUMN settled_json TEXT;
  ALTER TABLE submissions ADD COLUMN settled_micro_usd INTEGER;
  ALTER TABLE submissions ADD COLUMN settled_kind TEXT;
  UPDATE submissions SET charge_micro_usd = round(15 * (estimate_json ->> '$.microUsdPerSecond'))
    WHERE charge_micro_usd IS NULL AND json_valid(estimate_json) AND estimate_json ->> '$.kind' = 'rate'
      AND json_type(estimate_json, '$.microUsdPerSecond') = 'integer'
      AND estimate_json ->> '$.microUsdPerSecond' BETWEEN 0 AND 1000000000000;
  UPDATE submissions SET settled_kind =
    CASE WHEN json_valid(estimate_json) AND estimate_json ->> '$.kind' = 'exact' THEN 'exact' ELSE 'pending' END
    WHERE job_status = 'completed' AND ended_at IS NOT NULL;
  CREATE INDEX submissions_unsettled ON submissions (seq) WHERE settled_kind = 'pending';
  `,
  // The last run of each prompt, for a thumbnail beside it.
  `
  ALTER TABLE prompts ADD COLUMN submission_id TEXT;
  UPDATE prompts SET submission_id = last.submission_id FROM (
    SELECT CASE WHEN json_valid(values_json) THEN iif(json_type(values_json, '$.prompt') = 'text', values_json ->> '$.prompt', NULL) END
      AS prompt, submission_id, max(seq) FROM submissions GROUP BY 1
  ) AS last WHERE last.prompt = prompts.prompt;
  `,
  // The lines of Spend: when, in which state and at which price a run stands, by key for any order and filter; the
  // sums of a period are read from an index alone. The text of prompts is not kept again, only searched.
  `
  ALTER TABLE submissions ADD COLUMN ledger_at INTEGER GENERATED ALWAYS AS (coalesce(ended_at, confirmed_at)) VIRTUAL;
  ALTER TABLE submissions ADD COLUMN ledger_cost INTEGER GENERATED ALWAYS AS (
    iif(coalesce(settled_micro_usd, charge_micro_usd) BETWEEN 0 AND 1000000000000,
      coalesce(settled_micro_usd, charge_micro_usd), NULL)) VIRTUAL;
  ALTER TABLE submissions ADD COLUMN ledger_state TEXT GENERATED ALWAYS AS (CASE
    WHEN job_status = 'completed' AND ended_at IS NOT NULL THEN CASE
      WHEN ledger_cost IS NULL THEN 'unlisted' WHEN settled_kind = 'exact' THEN 'settled' ELSE 'open' END
    WHEN state = 'accepted' AND ended_at IS NULL THEN 'running'
    WHEN state IN ('confirmed', 'unsent', 'sending') THEN 'waiting'
    WHEN state IN ('accepted', 'rejected', 'withdrawn') THEN 'not_billed'
    WHEN state = 'closed' THEN 'closed'
    ELSE 'unknown' END) VIRTUAL;
  ALTER TABLE submissions ADD COLUMN ledger_rank INTEGER GENERATED ALWAYS AS (
    CASE ledger_state WHEN 'not_billed' THEN 0 ELSE coalesce(ledger_cost, -1) END) VIRTUAL;
  CREATE INDEX submissions_ledger ON submissions (service_id, ledger_at, seq, ledger_state, model_id, kind);
  CREATE INDEX submissions_ledger_rank ON submissions (service_id, ledger_rank, seq, ledger_at, ledger_state, model_id, kind);
  CREATE INDEX submissions_spend ON submissions
    (service_id, ended_at, settled_kind, settled_micro_usd, charge_micro_usd, model_id, kind) WHERE job_status = 'completed';

  CREATE VIRTUAL TABLE run_search USING fts5 (
    prompt, content = '', tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3'
  );
  INSERT INTO run_search (rowid, prompt)
    SELECT seq, CASE WHEN json_valid(values_json) THEN iif(json_type(values_json, '$.prompt') = 'text', values_json ->> '$.prompt', NULL) END
      AS found FROM submissions WHERE found <> '';
  `,
  // Known styles by account, and which runs and recipes name them.
  `
  CREATE TABLE styles (
    seq INTEGER PRIMARY KEY,
    account TEXT NOT NULL,
    style_id TEXT NOT NULL,
    name TEXT NOT NULL DEFAULT '',
    listed_name TEXT NOT NULL DEFAULT '',
    note TEXT NOT NULL DEFAULT '',
    preview_file_id TEXT,
    is_added INTEGER NOT NULL DEFAULT 0,
    is_listed INTEGER NOT NULL DEFAULT 0,
    is_removed INTEGER NOT NULL DEFAULT 0,
    met_at INTEGER NOT NULL,
    touched_at INTEGER NOT NULL,
    workspace_id TEXT,
    workspace_name TEXT,
    shared_at INTEGER,
    share_doubt_at INTEGER,
    UNIQUE (account, style_id)
  ) STRICT;
  CREATE INDEX styles_order ON styles (account, touched_at, seq) WHERE is_removed = 0;
  CREATE VIRTUAL TABLE style_search USING fts5 (
    name, note, style_id, tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3'
  );
  CREATE TABLE run_styles (
    account TEXT NOT NULL,
    style_id TEXT NOT NULL,
    run_seq INTEGER NOT NULL,
    PRIMARY KEY (account, style_id, run_seq)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE recipe_styles (
    style_id TEXT NOT NULL,
    recipe_seq INTEGER NOT NULL,
    PRIMARY KEY (style_id, recipe_seq)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX recipe_styles_recipe ON recipe_styles (recipe_seq);

  INSERT OR IGNORE INTO run_styles (account, style_id, run_seq)
    SELECT service_id, CASE style.type WHEN 'object' THEN style.value ->> '$.id' END AS named, submissions.seq
    FROM submissions, json_each(
      CASE WHEN json_valid(values_json) THEN
        iif(json_type(values_json, '$.styles') = 'array', values_json -> '$.styles', '[]') ELSE '[]' END
    ) AS style
    WHERE service_id <> '' AND typeof(named) = 'text' AND length(named) BETWEEN 1 AND 512
      AND named = trim(named) AND instr(named, char(0)) = 0 AND named NOT GLOB '*[' || char(1) || '-' || char(31) || char(127) || ']*';
  INSERT OR IGNORE INTO recipe_styles (style_id, recipe_seq)
    SELECT CASE style.type WHEN 'object' THEN style.value ->> '$.id' END AS named, recipes.seq
    FROM recipes, json_each(
      CASE WHEN json_valid(values_json) THEN
        iif(json_type(values_json, '$.styles') = 'array', values_json -> '$.styles', '[]') ELSE '[]' END
    ) AS style
    WHERE typeof(named) = 'text' AND length(named) BETWEEN 1 AND 512
      AND named = trim(named) AND instr(named, char(0)) = 0 AND named NOT GLOB '*[' || char(1) || '-' || char(31) || char(127) || ']*';
  INSERT INTO styles (account, style_id, met_at, touched_at)
    SELECT account, style_id, min(confirmed_at), max(confirmed_at)
    FROM run_styles JOIN submissions ON submissions.seq = run_seq GROUP BY account, style_id;
  INSERT INTO style_search (rowid, name, note, style_id) SELECT seq, '', '', style_id FROM styles;
  `,
  // Usage reports: the jobs of each workspace, and which windows were read when. Times are milliseconds, UTC;
  // `completed_text` is a time as it was sent, where its form is another than ours.
  `
  CREATE TABLE usage_workspaces (workspace INTEGER PRIMARY KEY, account_id TEXT NOT NULL UNIQUE) STRICT;

  CREATE TABLE usage_jobs (
    workspace INTEGER NOT NULL,
    job_id TEXT NOT NULL,
    completed_at INTEGER NOT NULL,
    completed_text TEXT,
    user_id TEXT,
    user_email TEXT,
    type TEXT,
    compute_units REAL NOT NULL,
    PRIMARY KEY (workspace, job_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX usage_jobs_time ON usage_jobs (workspace, completed_at);

  CREATE TABLE usage_windows (
    workspace INTEGER NOT NULL,
    asked_start INTEGER NOT NULL,
    asked_end INTEGER NOT NULL,
    effective_start INTEGER NOT NULL,
    effective_end INTEGER NOT NULL,
    final_end INTEGER NOT NULL,
    read_at INTEGER NOT NULL,
    PRIMARY KEY (workspace, asked_start, asked_end)
  ) STRICT, WITHOUT ROWID;
  `,
  // The prompt of a batch as it was written, with its wildcards.
  `
  CREATE TABLE written_prompts (batch_id TEXT PRIMARY KEY, prompt TEXT NOT NULL) STRICT, WITHOUT ROWID;
  `,
  // Where a service lists an image of a style.
  `
  ALTER TABLE styles ADD COLUMN listed_preview_url TEXT;
  `,
  // What the person thinks of files, one row for each that was judged. `file_seq` is the file's own, so that pages
  // are read by key from an index. The last index has the condition of a keeper.
  `
  CREATE TABLE judgements (
    file_id TEXT PRIMARY KEY,
    file_seq INTEGER NOT NULL,
    rating INTEGER NOT NULL DEFAULT 0,
    flag TEXT NOT NULL DEFAULT 'none',
    is_favorite INTEGER NOT NULL DEFAULT 0,
    label INTEGER NOT NULL DEFAULT 0,
    written_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX judgements_rating ON judgements (file_seq, rating) WHERE rating > 0;
  CREATE INDEX judgements_flag ON judgements (flag, file_seq) WHERE flag <> 'none';
  CREATE INDEX judgements_favorite ON judgements (file_seq) WHERE is_favorite = 1;
  CREATE INDEX judgements_keepers ON judgements (file_seq) WHERE rating >= 3 OR flag = 'pick' OR is_favorite = 1;
  `,
  // Collections of files in an order by hand: `place` is sorted by its bytes. A deleted one keeps its files until it
  // is removed, so that it can be restored.
  `
  CREATE TABLE collections (
    collection_id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    folded_name TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    changed_at INTEGER NOT NULL,
    deleted_at INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX collections_name ON collections (folded_name) WHERE deleted_at IS NULL;
  CREATE TABLE collection_files (
    collection_id TEXT NOT NULL,
    file_id TEXT NOT NULL,
    place TEXT NOT NULL,
    PRIMARY KEY (collection_id, file_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX collection_files_place ON collection_files (collection_id, place, file_id);
  CREATE INDEX collection_files_file ON collection_files (file_id, collection_id);
  `,
  // The trash: files in the state 'trashed' since a time, 'purging' while they are deleted from the disk, 'deleted'
  // from then on. Their rows stay, and with them what the runs are.
  `
  ALTER TABLE files ADD COLUMN trashed_at INTEGER;
  CREATE INDEX files_trashed ON files (trashed_at, seq) WHERE state = 'trashed';
  CREATE INDEX files_purging ON files (seq) WHERE state = 'purging';
  CREATE INDEX files_removed ON files (file_id) WHERE trashed_at IS NOT NULL;
  `,
  // The agent that a run belongs to; null for the person's own.
  `
  ALTER TABLE submissions ADD COLUMN agent TEXT;
  CREATE INDEX submissions_agent ON submissions (service_id, confirmed_at) WHERE agent IS NOT NULL;
  `,
  // What the library is filtered and sorted by: one narrow row for each file that is in it or in its trash, kept by
  // triggers, whoever writes. -1 stands for a price or a length that is not known. Tags, notes and smart collections.
  // The words of a file are searched in one index, which is filled from `search_pending`, the newest first: in it
  // stand files whose words changed. Until it is whole (`search_state`), prompts are found by `file_search` as well.
  `
  CREATE TABLE tags (
    tag_id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    folded_name TEXT NOT NULL UNIQUE
  ) STRICT;
  CREATE TABLE file_tags (
    tag_id INTEGER NOT NULL,
    file_seq INTEGER NOT NULL,
    PRIMARY KEY (tag_id, file_seq)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX file_tags_file ON file_tags (file_seq, tag_id);
  CREATE TABLE file_notes (
    file_seq INTEGER PRIMARY KEY,
    note TEXT NOT NULL,
    written_at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE smart_collections (
    collection_id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    folded_name TEXT NOT NULL,
    filter TEXT NOT NULL,
    sort TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    changed_at INTEGER NOT NULL,
    deleted_at INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX smart_collections_name ON smart_collections (folded_name) WHERE deleted_at IS NULL;

  ALTER TABLE collection_files ADD COLUMN file_seq INTEGER;
  UPDATE collection_files SET file_seq = (SELECT seq FROM files WHERE files.file_id = collection_files.file_id);
  CREATE INDEX collection_files_seq ON collection_files (collection_id, file_seq);

  CREATE TABLE file_facets (
    seq INTEGER PRIMARY KEY,
    run_seq INTEGER NOT NULL,
    saved_at INTEGER NOT NULL,
    trashed_at INTEGER,
    kind TEXT NOT NULL,
    model_id TEXT NOT NULL,
    account TEXT NOT NULL,
    sheet_id TEXT,
    is_behind INTEGER NOT NULL,
    is_missing INTEGER NOT NULL,
    width REAL,
    height REAL,
    duration REAL NOT NULL,
    price INTEGER NOT NULL,
    is_open INTEGER NOT NULL,
    rating INTEGER NOT NULL,
    flag TEXT NOT NULL,
    is_favorite INTEGER NOT NULL,
    label INTEGER NOT NULL,
    is_reviewed INTEGER NOT NULL
  ) STRICT;
  CREATE VIEW facets_of_files AS
    SELECT files.seq, submissions.seq AS run_seq, coalesce(files.saved_at, 0) AS saved_at, files.trashed_at, files.kind,
      files.model_id, submissions.service_id AS account, files.sheet_id, files.is_behind, files.failure IS NOT NULL AS is_missing,
      files.width, files.height, coalesce(files.duration_seconds, -1) AS duration,
      iif(ledger_state IN ('settled', 'open'), coalesce(ledger_cost, -1), -1) AS price, ledger_state = 'open' AS is_open,
      coalesce(judgements.rating, 0) AS rating, coalesce(judgements.flag, 'none') AS flag,
      coalesce(judgements.is_favorite, 0) AS is_favorite, coalesce(judgements.label, 0) AS label,
      judgements.file_id IS NOT NULL AS is_reviewed
    FROM files JOIN submissions ON submissions.submission_id = files.submission_id
      LEFT JOIN judgements ON judgements.file_id = files.file_id
    WHERE files.state IN ('saved', 'trashed');
  INSERT INTO file_facets SELECT * FROM facets_of_files ORDER BY seq;
  CREATE INDEX facets_front ON file_facets (seq) WHERE trashed_at IS NULL AND is_behind = 0;
  CREATE INDEX facets_trashed ON file_facets (trashed_at, seq) WHERE trashed_at IS NOT NULL;
  CREATE INDEX facets_saved ON file_facets (saved_at, seq);
  CREATE INDEX facets_run ON file_facets (run_seq);
  CREATE INDEX facets_kind ON file_facets (kind, seq);
  CREATE INDEX facets_model ON file_facets (model_id, seq DESC);
  CREATE INDEX facets_account ON file_facets (account, seq);
  CREATE INDEX facets_sheet ON file_facets (sheet_id, seq) WHERE sheet_id IS NOT NULL;
  CREATE INDEX facets_missing ON file_facets (seq) WHERE is_missing = 1;
  CREATE INDEX facets_unreviewed ON file_facets (seq) WHERE is_reviewed = 0;
  CREATE INDEX facets_favorite ON file_facets (seq) WHERE is_favorite = 1;
  CREATE INDEX facets_rated ON file_facets (seq, rating) WHERE rating > 0;
  CREATE INDEX facets_rating ON file_facets (rating, seq);
  CREATE INDEX facets_flag ON file_facets (flag, seq) WHERE flag <> 'none';
  CREATE INDEX facets_label ON file_facets (label, seq) WHERE label > 0;
  CREATE INDEX facets_price ON file_facets (price, seq);
  CREATE INDEX facets_length ON file_facets (duration, seq);

  CREATE TRIGGER facets_when_written AFTER UPDATE OF state, saved_at, trashed_at, kind, model_id, width, height,
    duration_seconds, failure, sheet_id, is_behind ON files
  WHEN NEW.state IN ('saved', 'trashed') BEGIN
    INSERT INTO file_facets SELECT * FROM facets_of_files WHERE seq = NEW.seq
    ON CONFLICT (seq) DO UPDATE SET saved_at = excluded.saved_at, trashed_at = excluded.trashed_at, kind = excluded.kind,
      model_id = excluded.model_id, width = excluded.width, height = excluded.height, duration = excluded.duration,
      is_missing = excluded.is_missing, sheet_id = excluded.sheet_id, is_behind = excluded.is_behind;
  END;
  CREATE TRIGGER facets_when_gone AFTER UPDATE OF state ON files
  WHEN NEW.state NOT IN ('saved', 'trashed') AND OLD.state IN ('saved', 'trashed') BEGIN
    DELETE FROM file_facets WHERE seq = NEW.seq;
  END;
  CREATE TRIGGER facets_when_inserted AFTER INSERT ON files WHEN NEW.state IN ('saved', 'trashed') BEGIN
    INSERT INTO file_facets SELECT * FROM facets_of_files WHERE seq = NEW.seq;
  END;
  CREATE TRIGGER facets_when_priced AFTER UPDATE ON submissions
  WHEN NEW.ledger_cost IS NOT OLD.ledger_cost OR NEW.ledger_state IS NOT OLD.ledger_state BEGIN
    UPDATE file_facets SET
      price = iif(NEW.ledger_state IN ('settled', 'open'), coalesce(NEW.ledger_cost, -1), -1),
      is_open = NEW.ledger_state = 'open'
    WHERE run_seq = NEW.seq;
  END;
  CREATE TRIGGER facets_when_judged AFTER INSERT ON judgements BEGIN
    UPDATE file_facets SET rating = NEW.rating, flag = NEW.flag, is_favorite = NEW.is_favorite, label = NEW.label, is_reviewed = 1
    WHERE seq = NEW.file_seq;
  END;
  CREATE TRIGGER facets_when_judged_again AFTER UPDATE ON judgements BEGIN
    UPDATE file_facets SET rating = NEW.rating, flag = NEW.flag, is_favorite = NEW.is_favorite, label = NEW.label, is_reviewed = 1
    WHERE seq = NEW.file_seq;
  END;
  CREATE TRIGGER facets_when_unjudged AFTER DELETE ON judgements BEGIN
    UPDATE file_facets SET rating = 0, flag = 'none', is_favorite = 0, label = 0, is_reviewed = 0 WHERE seq = OLD.file_seq;
  END;

  CREATE VIRTUAL TABLE library_search USING fts5 (
    prompt, negative_prompt, note, keys,
    content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3'
  );
  CREATE TABLE search_pending (seq INTEGER PRIMARY KEY) STRICT;
  INSERT INTO search_pending SELECT seq FROM file_facets;
  CREATE TABLE search_state (id INTEGER PRIMARY KEY CHECK (id = 1), is_whole INTEGER NOT NULL) STRICT;
  INSERT INTO search_state SELECT 1, NOT EXISTS (SELECT 1 FROM file_facets);
  CREATE TRIGGER words_when_saved AFTER INSERT ON file_facets BEGIN
    INSERT OR IGNORE INTO search_pending VALUES (NEW.seq);
  END;
  CREATE TRIGGER words_when_gone AFTER DELETE ON file_facets BEGIN
    INSERT OR IGNORE INTO search_pending VALUES (OLD.seq);
  END;
  CREATE TRIGGER words_when_tagged AFTER INSERT ON file_tags BEGIN
    INSERT OR IGNORE INTO search_pending VALUES (NEW.file_seq);
  END;
  CREATE TRIGGER words_when_untagged AFTER DELETE ON file_tags BEGIN
    INSERT OR IGNORE INTO search_pending VALUES (OLD.file_seq);
  END;
  CREATE TRIGGER words_when_noted AFTER INSERT ON file_notes BEGIN
    INSERT OR IGNORE INTO search_pending VALUES (NEW.file_seq);
  END;
  CREATE TRIGGER words_when_noted_again AFTER UPDATE ON file_notes BEGIN
    INSERT OR IGNORE INTO search_pending VALUES (NEW.file_seq);
  END;
  CREATE TRIGGER words_when_note_removed AFTER DELETE ON file_notes BEGIN
    INSERT OR IGNORE INTO search_pending VALUES (OLD.file_seq);
  END;
  CREATE TRIGGER words_when_collected AFTER INSERT ON collection_files WHEN NEW.file_seq IS NOT NULL BEGIN
    INSERT OR IGNORE INTO search_pending VALUES (NEW.file_seq);
  END;
  CREATE TRIGGER words_when_uncollected AFTER DELETE ON collection_files WHEN OLD.file_seq IS NOT NULL BEGIN
    INSERT OR IGNORE INTO search_pending VALUES (OLD.file_seq);
  END;
  `,
  // What files look like, from their thumbnails: the average and the dominant color in 24 bits, and a perceptual hash in
  // two halves of 32. Narrow rows, of which a layout or a search for alike files reads all.
  `
  CREATE TABLE file_looks (
    seq INTEGER PRIMARY KEY,
    color INTEGER NOT NULL,
    accent INTEGER NOT NULL,
    hash_high INTEGER NOT NULL,
    hash_low INTEGER NOT NULL
  ) STRICT;
  `,
  // Models that the person entered by hand, for services that describe none; the request as a text of JSON Schema.
  `
  CREATE TABLE own_models (
    seq INTEGER PRIMARY KEY,
    account TEXT NOT NULL,
    path TEXT NOT NULL,
    name TEXT NOT NULL,
    kind TEXT NOT NULL,
    fields TEXT NOT NULL,
    UNIQUE (account, path)
  ) STRICT;
  `,
  // Files that were taken in from a folder, with the digest of the original that each is a copy of, so that none is taken in
  // twice.
  `
  CREATE TABLE imported_files (file_id TEXT PRIMARY KEY, original_sha256 TEXT) STRICT, WITHOUT ROWID;
  CREATE INDEX imported_originals ON imported_files (original_sha256) WHERE original_sha256 IS NOT NULL;
  `,
  // Tournaments: their files in places, and the choices in turn, which say everything else. A file has a score of each that
  // it was in. Which files were exported, and when first.
  `
  CREATE TABLE tournaments (
    seq INTEGER PRIMARY KEY,
    tournament_id TEXT NOT NULL UNIQUE,
    size INTEGER NOT NULL,
    seed INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    changed_at INTEGER NOT NULL,
    ended_at INTEGER
  ) STRICT;
  CREATE INDEX tournaments_open ON tournaments (changed_at) WHERE ended_at IS NULL;
  CREATE TABLE tournament_files (
    tournament_seq INTEGER NOT NULL,
    place INTEGER NOT NULL,
    file_id TEXT NOT NULL,
    PRIMARY KEY (tournament_seq, place)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE tournament_choices (
    tournament_seq INTEGER NOT NULL,
    number INTEGER NOT NULL,
    place INTEGER NOT NULL,
    PRIMARY KEY (tournament_seq, number)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE file_scores (
    file_seq INTEGER NOT NULL,
    tournament_seq INTEGER NOT NULL,
    score INTEGER NOT NULL,
    PRIMARY KEY (file_seq, tournament_seq)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX file_scores_tournament ON file_scores (tournament_seq);
  CREATE TABLE exported_files (
    file_seq INTEGER PRIMARY KEY,
    exported_at INTEGER NOT NULL
  ) STRICT;
  `,
  // How the end of a run's job was learnt of, and when.
  `
  ALTER TABLE submissions ADD COLUMN arrived_by TEXT;
  ALTER TABLE submissions ADD COLUMN arrived_at INTEGER;
  `,
  // What people call the colors of files, by the numbers of `colorNames`, named in small steps; which looks have no names
  // yet, and which thumbnails no look. The last score of a file beside what else it is sorted by.
  `
  CREATE TABLE file_colors (
    color INTEGER NOT NULL,
    file_seq INTEGER NOT NULL,
    PRIMARY KEY (color, file_seq)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE color_pending (seq INTEGER PRIMARY KEY) STRICT;
  INSERT INTO color_pending SELECT seq FROM file_looks;
  CREATE TABLE look_pending (seq INTEGER PRIMARY KEY) STRICT;
  INSERT INTO look_pending SELECT seq FROM files WHERE poster_path IS NOT NULL AND kind <> 'audio'
    AND NOT EXISTS (SELECT 1 FROM file_looks WHERE file_looks.seq = files.seq);
  CREATE TRIGGER look_when_seen AFTER UPDATE OF poster_path ON files
  WHEN NEW.poster_path IS NOT NULL AND NEW.kind <> 'audio'
    AND NOT EXISTS (SELECT 1 FROM file_looks WHERE file_looks.seq = NEW.seq) BEGIN
    INSERT OR IGNORE INTO look_pending VALUES (NEW.seq);
  END;
  CREATE TRIGGER look_when_lost AFTER UPDATE OF poster_path ON files WHEN NEW.poster_path IS NULL BEGIN
    DELETE FROM look_pending WHERE seq = NEW.seq;
  END;
  CREATE TRIGGER colors_when_looked AFTER INSERT ON file_looks BEGIN
    INSERT OR IGNORE INTO color_pending VALUES (NEW.seq);
    DELETE FROM look_pending WHERE seq = NEW.seq;
  END;

  DROP VIEW facets_of_files;
  ALTER TABLE file_facets ADD COLUMN score INTEGER NOT NULL DEFAULT -1;
  CREATE VIEW facets_of_files AS
    SELECT files.seq, submissions.seq AS run_seq, coalesce(files.saved_at, 0) AS saved_at, files.trashed_at, files.kind,
      files.model_id, submissions.service_id AS account, files.sheet_id, files.is_behind, files.failure IS NOT NULL AS is_missing,
      files.width, files.height, coalesce(files.duration_seconds, -1) AS duration,
      iif(ledger_state IN ('settled', 'open'), coalesce(ledger_cost, -1), -1) AS price, ledger_state = 'open' AS is_open,
      coalesce(judgements.rating, 0) AS rating, coalesce(judgements.flag, 'none') AS flag,
      coalesce(judgements.is_favorite, 0) AS is_favorite, coalesce(judgements.label, 0) AS label,
      judgements.file_id IS NOT NULL AS is_reviewed,
      coalesce((SELECT score FROM file_scores WHERE file_seq = files.seq ORDER BY tournament_seq DESC LIMIT 1), -1) AS score
    FROM files JOIN submissions ON submissions.submission_id = files.submission_id
      LEFT JOIN judgements ON judgements.file_id = files.file_id
    WHERE files.state IN ('saved', 'trashed');
  UPDATE file_facets SET score = coalesce(
      (SELECT score FROM file_scores WHERE file_seq = seq ORDER BY tournament_seq DESC LIMIT 1), -1)
    WHERE seq IN (SELECT file_seq FROM file_scores);
  CREATE INDEX facets_score ON file_facets (score, seq);
  CREATE TRIGGER facets_when_scored AFTER INSERT ON file_scores BEGIN
    UPDATE file_facets SET score = (SELECT score FROM file_scores WHERE file_seq = NEW.file_seq
      ORDER BY tournament_seq DESC LIMIT 1) WHERE seq = NEW.file_seq;
  END;
  CREATE TRIGGER facets_when_unscored AFTER DELETE ON file_scores BEGIN
    UPDATE file_facets SET score = coalesce((SELECT score FROM file_scores WHERE file_seq = OLD.file_seq
      ORDER BY tournament_seq DESC LIMIT 1), -1) WHERE seq = OLD.file_seq;
  END;
  `,
  // What filters ask for most often beside stars and what was reviewed, so that neither their pages nor their counts
  // read the rows themselves.
  `
  DROP INDEX facets_rated;
  CREATE INDEX facets_rated ON file_facets (seq, rating, kind, model_id, trashed_at) WHERE rating > 0;
  DROP INDEX facets_unreviewed;
  CREATE INDEX facets_unreviewed ON file_facets (seq, kind, model_id, trashed_at, is_reviewed) WHERE is_reviewed = 0;
  `,
  // Which of the person's files each run was made from, by the places of their references in its request.
  `
  CREATE TABLE run_inputs (
    sha256 TEXT NOT NULL,
    run_seq INTEGER NOT NULL,
    place INTEGER NOT NULL,
    PRIMARY KEY (sha256, run_seq)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX run_inputs_run ON run_inputs (run_seq, place);
  INSERT OR IGNORE INTO run_inputs (sha256, run_seq, place)
    SELECT substr(tree.value, 15), submissions.seq, tree.id
    FROM submissions, json_tree(CASE WHEN json_valid(values_json) THEN values_json ELSE '{}' END) AS tree
    WHERE instr(values_json, 'atelier-input:') > 0 AND tree.type = 'text' AND length(tree.value) = 78
      AND tree.value GLOB 'atelier-input:*' AND substr(tree.value, 15) NOT GLOB '*[^0-9a-f]*'
    ORDER BY submissions.seq, tree.id;
  `,
  // Beside a hundred thousand files taken in from folders: the runs that are listed, and those closed with a lost response.
  `
  CREATE INDEX submissions_listed ON submissions (seq)
    WHERE NOT (service_id = '' AND state = 'closed' AND job_status IS 'completed');
  CREATE INDEX submissions_closed ON submissions (seq) WHERE state = 'closed' AND sent_at IS NOT NULL;
  `,
  // How the bodies of requests are written that are no JSON, by their digest.
  `
  CREATE TABLE body_forms (body_sha256 TEXT PRIMARY KEY, form_json TEXT NOT NULL) STRICT, WITHOUT ROWID;
  `,
  // How long a model takes is known of each account apart.
  `
  DROP INDEX submissions_durations;
  CREATE INDEX submissions_durations ON submissions (service_id, model_id, ended_at)
    WHERE job_status = 'completed' AND job_milliseconds IS NOT NULL;
  `,
  // Whose a file on the disk is: each that the look after a start finds beside the listed ones is asked for by its path.
  `
  CREATE INDEX files_path ON files (path) WHERE path IS NOT NULL;
  `,
  // When each file was taken in, which may be years after it was made.
  `
  ALTER TABLE imported_files ADD COLUMN imported_at INTEGER NOT NULL DEFAULT 0;
  CREATE INDEX imported_lately ON imported_files (imported_at);
  `,
]
