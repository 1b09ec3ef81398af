# What an environment that was built as .venv.new says of where it stands, as .venv.
s/\.venv\.new/.venv/g
# A shell takes what stands in a path for commands: pip names Python by its path where
# that is long or has a space, and `activate` (before Python 3.11.11) its own folder.
2s/^'''exec' .* "\$0" "\$@"$/'''exec' "$(dirname "$(readlink -f "$0")")\/python" "$0" "$@"/
s/^\( *VIRTUAL_ENV=\)".*[$`"\\].*"$/\1"$(cd "$(dirname "${BASH_SOURCE[0]:-$0}")\/.." \&\& pwd)"/
