/**
 * Invariant 5: whether a text may hold a secret that one of the rules finds, ours or those of the library: each of them needs one of these
 * marks. Most texts have none, and looking for marks takes a hundredth of the time. `test/unit/secrets/secret-marks.test.ts` holds
 * that it misses nothing. No mark asks for a boundary in front of it unless every rule that it stands for does.
 */
export function mayHoldSecret(text: string): boolean {
  return CASED.test(text) || LOWER.test(text);
}

const CASED = new RegExp(
  [
    ...[
      'PRIVATE KEY',
      'Private-Lines',
      'AGE-SECRET-KEY',
      'T3BlbkFJ',
      'sk-ant-',
      '\\bsk-[A-Za-z0-9_-]{32}',
      'xai-[A-Za-z0-9]{16}',
      'pplx-',
      'r8_[A-Za-z0-9]{16}',
    ],
    ...['gh[pousr]_[A-Za-z0-9]', 'github_pat_', 'gl(?:pat|ptt|dt|rt|cbt|ft|soat|agent)-', 'ATBB', 'ATATT3', 'xox[a-z]-', 'xapp-'],
    ...[
      '\\.[A-Za-z0-9_-]{6}\\.[A-Za-z0-9_-]{27}',
      '\\d:AA[A-Za-z0-9_-]{16}',
      'npm_[A-Za-z0-9_]{16}',
      '_(?:authToken|password|auth)\\s{0,3}=',
    ],
    ...[
      'pypi-AgE',
      'rubygems_',
      '\\bcio[A-Za-z0-9]{32}',
      'dckr_',
      '"auth\\\\?"\\s{0,3}:',
      'A3T[A-Z0-9]',
      'A(?:KI|GP|ID|RO|IP|NP|NV|SI)A[A-Z0-9]',
    ],
    ...[
      'A(?:ccount|ccess)Key=',
      '[?&]sig=',
      'AIza',
      'GOCSPX-',
      'ya29\\.',
      '1//0',
      '[rs]k_(?:live|test)_',
      'whsec_',
      'sq0(?:csp|atp)-',
      'EAAA',
    ],
    ...[
      'shp(?:p?a|ca|at|ss)_',
      'SK[0-9a-f]{16}',
      'SG\\.',
      'key-[0-9a-f]{16}',
      '-us\\d',
      'do[oprt]_v1_',
      'HRKU-',
      '\\.atlasv1\\.',
      'hv[sbr]\\.',
    ],
    ...[
      '\\bdp\\.(?:pt|st|ct|sa|scim|audit)\\.',
      'sbp_',
      'sb_secret_',
      'pscale_',
      'sntry[su]_',
      'NR(?:AK|RA|II)-',
      'glc_',
      'glsa_',
      'lin_(?:api|oauth)_',
    ],
    ...[
      'ntn_',
      'figd_',
      'PMAK-',
      'gsk_',
      'hf_[A-Za-z]{16}',
      'dapi[A-Fa-f0-9]{16}',
      'tskey-',
      'vc[pairk]_[A-Za-z0-9]{16}',
      'cf(?:k|ut|at)_[A-Za-z0-9]{16}',
    ],
    ...['ops_ey', 'eyJ[A-Za-z0-9_-]{10}', '://[^\\s/]{0,500}@'],
  ].join('|'),
);

const LOWER =
  /secret_?(?:access_?)?key|session_?token\\?["']?\s{0,3}[:=]|authorization\\?["']?\s{0,3}[:=]|(?:x-api-key|api-key|x-auth-token|private-token)\\?["']?\s{0,3}[:=]|hooks\.slack\.com|\/api\/webhooks\//i;
