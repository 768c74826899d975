/** Programs that show, copy, send or run what the files that they are given hold. */
export const FILE_READERS: ReadonlySet<string> = new Set(
  [
    'cat head tail sed grep egrep fgrep rg ag ack ugrep less more most nl wc sort uniq cut awk strings',
    'xxd od hexdump hd hexyl look m4 cpp ul colrm base16 base32 base64 basenc uuencode diff sdiff diff3',
    'colordiff wdiff icdiff delta cmp tac rev cp mv source . bat batcat glow jq yq tomlq xq dasel gron',
    'mlr file stat ln tar zip gzip gunzip scp rsync paste fold column tr dd install gawk mawk nawk gsed',
    'zcat zgrep zless zstdcat lzcat bzcat xzcat pr fmt expand unexpand split csplit shuf comm join tsort',
    'ptx numfmt iconv col dos2unix unix2dos groff nroff troff pandoc enscript a2ps lpr lp pv mbuffer',
    'lolcat vi vim vimdiff nvim ed ex nano pico micro joe hx kak emacs view perl ruby busybox sh bash zsh',
    'dash ksh fish csh tcsh mapfile readarray xargs openssl ssh-keygen ssh-add gpg age sops cpio 7z 7za',
    '7zr 7zz bzip2 xz zstd lzop lz4 ditto pax ar curl wget http https xh aria2c sftp ftp lftp tftp',
    'smbclient rclone wormhole croc aws gsutil gcloud gh mail mailx mutt sendmail nc ncat socat xclip',
    'xsel wl-copy pbcopy sqlite3 duckdb psql mysql mariadb ast-grep ack ug ggrep logrotate',
  ].flatMap((line) => line.split(' ')),
);
/** Subcommands of git that show what files hold, now or in a commit, or carry it elsewhere. */
export const GIT_READERS: ReadonlySet<string> = new Set(
  [
    'show diff log blame annotate cat-file grep archive stash difftool restore checkout config whatchanged range-diff format-patch',
    'diff-index diff-tree diff-files apply merge-file hash-object bundle mv am mailinfo mailsplit interpret-trailers send-email',
  ].flatMap((line) => line.split(' ')),
);
/** Of these, and of those that change files, the ones that show nothing of what a file holds. */
export const WITHOUT_CONTENT: ReadonlySet<string> = new Set(['stat', 'file', 'wc', 'chmod', 'chown']);

/** Whether a program shows, copies, sends or runs what the files that it is given hold. */
export function showsContent(program: string): boolean {
  return FILE_READERS.has(program) && !WITHOUT_CONTENT.has(program);
}
